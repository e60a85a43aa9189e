import { useSelector } from '@xstate/react';
import { offeredPageLink } from '../../machines/session/pageLink.machine.ts';
import { AccountDialogs } from '../account/AccountDialogs.tsx';
import { CoordinatesDialog } from '../aoi/CoordinatesDialog.tsx';
import { SaveAoiDialog } from '../aoi/SaveAoiDialog.tsx';
import { Upload } from '../aoi/Upload.tsx';
import { RenameDialog, SceneExportDialog } from '../exports/ExportDialogs.tsx';
import { ImageryExportDialog } from '../imagery/ImageryExportDialog.tsx';
import { SceneOrderForm } from '../orders/priced/SceneOrderForm.tsx';
import { TaskingForm } from '../orders/priced/TaskingForm.tsx';
import { SaveSearchDialog, ShareLinkDialog } from '../saved/MySearchPanel.tsx';
import { WatchDialog } from '../saved/WatchDialog.tsx';
import { BestCoverDialog } from '../search/BestCoverDialog.tsx';
import { CodeDialog } from '../search/CodeDialog.tsx';
import { ItemAssetsDialog } from '../search/ItemAssetsDialog.tsx';
import { SideBySideDialog } from '../search/SideBySideDialog.tsx';
import { LinkDialog } from '../shared/LinkDialog.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { Turn } from '../shared/kit/states/earlyView.tsx';

/* The views that are not in sight when the portal opens: one chunk, loaded after the map's first frame. */

export { AccountPanel } from '../account/AccountPanel.tsx';
export { ExportsPanel } from '../exports/ExportsPanel.tsx';
export { DeliveredPanel } from '../imagery/DeliveredPanel.tsx';
export { ImageryPanel } from '../imagery/ImageryPanel.tsx';
export { TimeSlider } from '../imagery/TimeSlider.tsx';
export { AcquisitionPanel } from '../orders/acquisition/AcquisitionPanel.tsx';
export { OrderPage } from '../orders/OrderPage.tsx';
export { OrdersPanel } from '../orders/OrdersPanel.tsx';
export { MyAoiPanel } from '../saved/MyAoiPanel.tsx';
export { MySearchPanel } from '../saved/MySearchPanel.tsx';
export { WatchDrawer } from '../saved/WatchDrawer.tsx';
export { DetailsDrawer } from '../search/DetailsDrawer.tsx';
export { FlipCard } from '../search/FlipCard.tsx';

/** The dialogs over the portal; the machine of each decides whether it is shown. */
export const DIALOGS = {
  CoordinatesDialog,
  Upload,
  SaveAoiDialog,
  SceneOrderForm,
  TaskingForm,
  SceneExportDialog,
  ImageryExportDialog,
  RenameDialog,
  SaveSearchDialog,
  ShareLinkDialog,
  WatchDialog,
  PageLinkDialog,
  BestCoverDialog,
  CodeDialog,
  ItemAssetsDialog,
  SideBySideDialog,
  AccountDialogs,
};

export function Dialogs() {
  return Object.entries(DIALOGS).map(([name, Dialog]) => (
    <Turn key={name}>
      <Boundary place="dialog">
        <Dialog />
      </Boundary>
    </Turn>
  ));
}

/** The link to the page, if it couldn't be copied. */
function PageLinkDialog() {
  const t = useT();
  const page = useActorOf('pageLink');
  const link = useSelector(page, offeredPageLink);
  return link === null ? null : (
    <LinkDialog
      title={t('bar.copyLink')}
      link={link}
      hint={t('bar.copyLinkByHand')}
      onClose={() => page.send({ type: 'link.closed' })}
    />
  );
}
