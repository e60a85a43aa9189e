import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { isComparing, takesClicks } from '../../machines/map.selectors.ts';
import { appName } from '../../machines/portal.selectors.ts';
import { hasChosen, openScene } from '../../machines/results.selectors.ts';
import { openPanel } from '../../machines/shell.selectors.ts';
import { AccountDialogs } from '../account/AccountDialogs.tsx';
import { CoordinatesDialog } from '../aoi/CoordinatesDialog.tsx';
import { SaveAoiDialog } from '../aoi/SaveAoiDialog.tsx';
import { Upload } from '../aoi/Upload.tsx';
import { useActorOf, usePortalValue } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { KitLocale } from '../kit/KitLocale.tsx';
import { MapToolbar } from '../map/MapToolbar.tsx';
import { MapView } from '../map/MapView.tsx';
import { PlaceSearch } from '../map/places/PlaceSearch.tsx';
import { ReadOut } from '../map/ReadOut.tsx';
import { ImageryExportDialog } from '../exports/ImageryExportDialog.tsx';
import { RenameDialog } from '../exports/RenameDialog.tsx';
import { SceneExportDialog } from '../exports/SceneExportDialog.tsx';
import { Notices } from '../Notices.tsx';
import { SceneOrderForm } from '../orders/SceneOrderForm.tsx';
import { LinkDialog } from '../saved/LinkDialog.tsx';
import { SaveSearchDialog } from '../saved/SaveSearchDialog.tsx';
import { ActionBar } from '../search/ActionBar.tsx';
import { BestCoverDialog } from '../search/BestCoverDialog.tsx';
import { CodeDialog } from '../search/CodeDialog.tsx';
import { DetailsDrawer } from '../search/DetailsDrawer.tsx';
import { TaskingForm } from '../tasking/TaskingForm.tsx';
import { Legend } from '../search/Legend.tsx';
import { Bar } from './Bar.tsx';
import { OpenPanel } from './OpenPanel.tsx';
import { SearchSummary } from './SearchSummary.tsx';
import { Sheet } from './Sheet.tsx';
import type { SheetStop } from './sheetStops.ts';
import { PHONE, useMatches } from './useMatches.ts';
import './shell.css';

/** The portal once somebody is signed in (§2 Main layout): bar, panel, map, and what floats over them. */
export function Workspace() {
  return (
    <KitLocale>
      <Layout />
    </KitLocale>
  );
}

function Layout() {
  const t = useT();
  const panel = useSelector(useActorOf('shell'), openPanel);
  const isDrawing = useSelector(useActorOf('map'), takesClicks);
  const isCompared = useSelector(useActorOf('map'), isComparing);
  const results = useActorOf('results');
  const isDrawerOpen = useSelector(results, (snapshot) => openScene(snapshot) !== null);
  // what can be done with the chosen belongs to the search; a hidden panel keeps it, the comparison has its place
  const isSearching = (panel === 'search' || panel === null) && !isCompared;
  const isActionOpen = useSelector(results, hasChosen) && isSearching;
  const title = usePortalValue(appName);
  const isPhone = useMatches(PHONE);
  const [stop, setStop] = useState<SheetStop>('middle');
  const raise = () => setStop((now) => (now === 'low' ? 'middle' : now));
  return (
    <div
      className="gt-workspace"
      data-panel={panel ?? 'none'}
      data-drawer={isDrawerOpen || undefined}
      data-action={isActionOpen || undefined}
      data-comparing={isCompared || undefined}
    >
      <a className="gt-skip" href={panel === null ? '#map' : '#panel'}>
        {t(panel === null ? 'bar.skipToMap' : 'bar.skip')}
      </a>
      <Bar onChosen={raise} />
      <main id="map" className="gt-workspace__map" tabIndex={-1}>
        <h1 className="gt-visually-hidden">{title}</h1>
        <MapView />
        <PlaceSearch />
        <MapToolbar />
        <ReadOut />
      </main>
      {isPhone && !isCompared && <SearchSummary onPress={raise} />}
      {panel !== null && (
        // a sheet in the way of the finger that draws steps down
        <Sheet stop={isDrawing ? 'low' : stop} onStop={setStop}>
          <OpenPanel />
        </Sheet>
      )}
      <DetailsDrawer />
      {isSearching && <Legend />}
      {isActionOpen && <ActionBar />}
      <CoordinatesDialog />
      <Upload />
      <SaveAoiDialog />
      <SceneOrderForm />
      <TaskingForm />
      <SceneExportDialog />
      <ImageryExportDialog />
      <RenameDialog />
      <SaveSearchDialog />
      <LinkDialog />
      <BestCoverDialog />
      <CodeDialog />
      <AccountDialogs />
      <Notices />
    </div>
  );
}
