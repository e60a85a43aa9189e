import { AccountDialogs } from '../account/AccountDialogs.tsx';
import { CoordinatesDialog } from '../aoi/CoordinatesDialog.tsx';
import { SaveAoiDialog } from '../aoi/SaveAoiDialog.tsx';
import { Upload } from '../aoi/Upload.tsx';
import { RenameDialog, SceneExportDialog } from '../exports/ExportDialogs.tsx';
import { ImageryExportDialog } from '../imagery/ImageryExportDialog.tsx';
import { SceneOrderForm } from '../orders/scene/SceneOrderForm.tsx';
import { TaskingForm } from '../orders/tasking/TaskingForm.tsx';
import { SaveSearchDialog } from '../saved/SaveSearchDialog.tsx';
import { ShareLinkDialog } from '../saved/ShareLinkDialog.tsx';
import { WatchDialog } from '../saved/watches/WatchDialog.tsx';
import { BestCoverDialog } from '../search/dialogs/BestCoverDialog.tsx';
import { CodeDialog } from '../search/dialogs/CodeDialog.tsx';
import { ItemAssetsDialog } from '../search/dialogs/ItemAssetsDialog.tsx';
import { SideBySideDialog } from '../search/look/SideBySideDialog.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { Turn } from '../shared/kit/states/Turn.tsx';
import { PageLinkDialog } from './PageLinkDialog.tsx';

/* The views that are not in sight when the portal opens: one chunk, loaded after the map's first frame. */

export { AccountPanel } from '../account/AccountPanel.tsx';
export { ExportsPanel } from '../exports/ExportsPanel.tsx';
export { DeliveredPanel } from '../imagery/DeliveredPanel.tsx';
export { ImageryPanel } from '../imagery/ImageryPanel.tsx';
export { TimeSlider } from '../imagery/TimeSlider.tsx';
export { AcquisitionPanel } from '../orders/acquisition/AcquisitionPanel.tsx';
export { OrdersPanel } from '../orders/list/OrdersPanel.tsx';
export { OrderPage } from '../orders/page/OrderPage.tsx';
export { MyAoiPanel } from '../saved/MyAoiPanel.tsx';
export { MySearchPanel } from '../saved/MySearchPanel.tsx';
export { WatchDrawer } from '../saved/watches/WatchDrawer.tsx';
export { DetailsDrawer } from '../search/details/DetailsDrawer.tsx';
export { FlipCard } from '../search/look/FlipCard.tsx';

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
