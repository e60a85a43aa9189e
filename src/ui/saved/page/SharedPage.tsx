import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { appName } from '../../../machines/session/portal/portal.selectors.ts';
import { isFlipping } from '../../../machines/search/look/look.selectors.ts';
import { openScene } from '../../../machines/search/results/results.selectors.ts';
import {
  isLoadingShared,
  isShareUnknown,
  shareFailure,
  shownSearch,
} from '../../../machines/saved/sharedSearch.selectors.ts';
import { useActorOf, usePortalValue } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { KitLocale } from '../../shared/kit/layout/KitLocale.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { MapView } from '../../map/MapView.tsx';
import { DensityLegend } from '../../map/layers/density/DensityLegend.tsx';
import { FootprintSwitch } from '../../map/layers/density/FootprintSwitch.tsx';
import { ReadOut } from '../../map/controls/ReadOut.tsx';
import { Notices } from '../../shared/Notices.tsx';
import { DetailsDrawer } from '../../search/details/DetailsDrawer.tsx';
import { FlipCard } from '../../search/look/FlipCard.tsx';
import { ReadOnly } from '../../search/readOnly.ts';
import { Sheet } from '../../shared/kit/layout/Sheet.tsx';
import type { SheetStop } from '../../shared/kit/layout/sheetStops.ts';
import '../../shared/styles/workspace.css';
import { SharedPreferences } from '../../shared/PreferenceMenus.tsx';
import { SharedFacts, SharedScenes } from './SharedResults.tsx';
import { SignIn } from './LogIn.tsx';
import './share.css';

/** The read-only page of a share link (decision 9): area, results and map. */
export function SharedPage() {
  return (
    <KitLocale>
      <ReadOnly value>
        <Layout />
      </ReadOnly>
    </KitLocale>
  );
}

function Layout() {
  const t = useT();
  const title = usePortalValue(appName);
  const isDrawerOpen = useSelector(useActorOf('results'), openScene) !== null;
  const isFlipped = useSelector(useActorOf('look'), isFlipping);
  const [stop, setStop] = useState<SheetStop>('middle');
  return (
    <div className="gt-workspace gt-shared" data-panel="search" data-drawer={isDrawerOpen || undefined}>
      <a className="gt-skip" href="#panel">
        {t('bar.skip')}
      </a>
      <main id="map" className="gt-workspace__map" tabIndex={-1}>
        <h1 className="gt-visually-hidden">{`${title}: ${t('share.label')}`}</h1>
        <MapView />
        <FootprintSwitch isAlone />
        <ReadOut />
      </main>
      <Sheet stop={isFlipped ? 'low' : stop} onStop={setStop}>
        <SharedPanel />
      </Sheet>
      <DetailsDrawer />
      <FlipCard />
      <DensityLegend />
      <Notices />
    </div>
  );
}

/** The results, or their state: loading, failed, unknown key. One panel for all, so that an open menu stays. */
function SharedPanel() {
  const t = useT();
  const actor = useActorOf('sharedSearch');
  const shared = useSelector(actor, shownSearch);
  const isLoading = useSelector(actor, isLoadingShared);
  const isUnknown = useSelector(actor, isShareUnknown);
  const failure = useSelector(actor, shareFailure);
  return (
    <Panel
      bare
      title={shared?.name ?? t('share.label')}
      actions={<SharedPreferences />}
      fixed={shared === null ? undefined : <SharedFacts shared={shared} />}
      footer={<SignIn />}
    >
      {shared !== null && <SharedScenes />}
      {isLoading && <Loading label={t('share.loading')} rowHeight={82} picture />}
      {isUnknown && <FailedState title={t('share.unknown')} text={t('share.unknownText')} />}
      {failure !== null && (
        <FailedState
          title={messageText(t, failure)}
          text={t('share.failedText')}
          onRetry={() => actor.send({ type: 'reload.requested' })}
        />
      )}
    </Panel>
  );
}
