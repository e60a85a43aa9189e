import { useSelector } from '@xstate/react';
import { LogIn } from 'lucide-react';
import type { SharedSearch } from '../../../contract/saved.ts';
import { shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isLoadingShared, isShareUnknown, shareFailure } from '../../machines/saved/sharedSearch.machine.ts';
import { isFlipping } from '../../machines/search/look.machine.ts';
import { foundScenes, openScene } from '../../machines/search/results.selectors.ts';
import { knownSatellites } from '../../machines/search/search.machine.ts';
import { appName } from '../../machines/session/portal.machine.ts';
import { MapView } from '../map/MapView.tsx';
import { PortalPadding } from '../map/PortalPadding.tsx';
import { DensityLegend } from '../map/layers/density/DensityLegend.tsx';
import { MapLabel } from '../map/controls/MapLabel.tsx';
import { ReadOut } from '../map/controls/ReadOut.tsx';
import { ConditionTags } from '../search/ConditionTags.tsx';
import { DetailsDrawer } from '../search/DetailsDrawer.tsx';
import { FlipCard } from '../search/FlipCard.tsx';
import { ResultsGrid } from '../search/ResultsGrid.tsx';
import { ReadOnly } from '../search/SceneParts.tsx';
import { Notices } from '../shared/Notices.tsx';
import { SharedPreferences } from '../shared/PreferenceMenus.tsx';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { formatArea, formatDate } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Sheet } from '../shared/kit/layout/Sheet.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import '../shared/styles/workspace.css';
import './share.css';
import '../search/results.css';

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
  return (
    <div
      className="gt-workspace gt-no-bar gt-clip gt-fill gt-shared"
      data-panel="search"
      data-drawer={isDrawerOpen || undefined}
    >
      <a className="gt-skip gt-strong gt-round-field" href="#panel">
        {t('bar.skip')}
      </a>
      <main id="map" className="gt-workspace__map gt-no-outline gt-fill" tabIndex={-1}>
        <h1 className="gt-visually-hidden">{`${title}: ${t('share.label')}`}</h1>
        <PortalPadding>
          <MapView />
          <MapLabel />
          <ReadOut />
        </PortalPadding>
      </main>
      <Sheet sheet={useActorOf('sheet')} isLow={isFlipped}>
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
  const shared = useSelector(actor, ({ context }) => context.shared);
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

interface SharedFactsProps {
  shared: SharedSearch;
}

/** When the search was saved, its area and condition, and how many scenes it has. */
function SharedFacts({ shared }: SharedFactsProps) {
  const t = useT();
  const count = useSelector(useActorOf('results'), foundScenes).length;
  const satellites = useSelector(useActorOf('search'), knownSatellites);
  const areaKm2 = useSelector(useActorOf('aoi'), (aoi) => shownAoi(aoi)?.areaKm2 ?? 0);
  return (
    <>
      <p className="gt-shared__facts gt-muted">
        {t('share.savedOn', { date: formatDate(shared.ctime), area: formatArea(areaKm2) })}
      </p>
      <ConditionTags condition={shared.dumpJson.condition} satellites={satellites} />
      <p className="gt-shared__count gt-label gt-muted" role="status">
        {t('results.title', { count })}
      </p>
    </>
  );
}

function SharedScenes() {
  const t = useT();
  const isEmpty = useSelector(useActorOf('results'), foundScenes).length === 0;
  return isEmpty ? <EmptyState title={t('share.noScenes')} /> : <ResultsGrid />;
}

/** Leads from the shared search to the portal, which restores it (decision 9). */
function SignIn() {
  const t = useT();
  const shared = useActorOf('sharedSearch');
  return (
    <div className="gt-grid gt-gap-8 gt-grow">
      <p className="gt-desk-only gt-quiet">{t('share.logInText')}</p>
      <Button
        variant="primary"
        wide
        icon={<LogIn size={16} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => shared.send({ type: 'signIn.requested' })}
      >
        {t('share.logIn')}
      </Button>
    </div>
  );
}
