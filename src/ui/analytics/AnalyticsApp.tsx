import { useActorRef } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import {
  drawMode,
  isAnalysing,
  isClosedToUser,
  isOpening,
  isSessionOver,
  isShowing,
  isUnreachable,
  isUnsupported,
  isWorking,
} from '../../machines/analytics/analytics.machine.ts';
import { sheetMachine } from '../../machines/shared/sheet.machine.ts';
import { usePage, usePageValue } from '../map/analysis/page.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Sheet } from '../shared/kit/layout/Sheet.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { AnalysisForm, PageMenus } from './AnalysisForm.tsx';
import { AnalysisResult } from './AnalysisResult.tsx';
import '../shared/styles/workspace.css';
import './analytics.css';

// MapLibre and deck.gl are a separate chunk, so that messages about missing preconditions don't wait for it
const AnalysisMap = lazy(async () => ({
  default: (await import('../map/analysis/AnalysisMap.tsx')).AnalysisMap,
}));

/** The AI analytics page (§2, decision 29). */
export function AnalyticsApp() {
  return (
    <KitLocale>
      <Layout />
    </KitLocale>
  );
}

function Layout() {
  const t = useT();
  const isReady = usePageValue(isWorking);
  const mode = usePageValue(drawMode);
  const sheet = useActorRef(sheetMachine);
  useEffect(() => {
    document.title = t('analytics.title');
  }, [t]);
  return (
    <div
      className="gt-workspace gt-no-bar gt-clip gt-fill gt-analytics"
      data-panel="analytics"
      data-drawing={mode !== null || undefined}
    >
      <a className="gt-skip gt-strong gt-round-field" href="#panel">
        {t('bar.skip')}
      </a>
      <main id="map" className="gt-workspace__map gt-no-outline gt-fill" tabIndex={-1}>
        <h1 className="gt-visually-hidden">{t('analytics.title')}</h1>
        {isReady && (
          <Suspense fallback={null}>
            <AnalysisMap />
          </Suspense>
        )}
      </main>
      <Sheet sheet={sheet}>
        <AnalyticsPanel />
      </Sheet>
    </div>
  );
}

/** Moves the focus to the panel if a change of content removes the focused element. */
function useRestoredFocus(content: string): void {
  const shown = useRef(content);
  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    if (document.activeElement === document.body)
      document.getElementById('panel')?.focus({ preventScroll: true });
  }, [content]);
}

/** The panel: the form or the result, or why there is neither. */
export function AnalyticsPanel() {
  const isReady = usePageValue(isWorking);
  const isResult = usePageValue(isShowing);
  const isBusy = usePageValue(isAnalysing);
  useRestoredFocus(isBusy ? 'busy' : isResult ? 'result' : 'form');
  if (!isReady) return <Waiting />;
  return isResult ? <AnalysisResult /> : <AnalysisForm />;
}

/** Shown instead of the form: loading, or why the page can't be used. */
function Waiting() {
  const t = useT();
  const { actor } = usePage();
  const opening = usePageValue(isOpening);
  const unsupported = usePageValue(isUnsupported);
  const closed = usePageValue(isClosedToUser);
  const ended = usePageValue(isSessionOver);
  const unreachable = usePageValue(isUnreachable);
  return (
    <Panel title={t('analytics.title')} actions={<PageMenus />}>
      {opening && <Loading label={t('analytics.opening')} />}
      {unsupported && (
        <FailedState title={t('errors.browserUnsupported')} text={t('analytics.unsupportedText')} />
      )}
      {closed && <FailedState title={t('bar.analyticsClosed')} text={t('analytics.closedText')} />}
      {ended && <FailedState title={t('errors.invalidToken')} text={t('analytics.endedText')} />}
      {unreachable && (
        <FailedState
          title={t('analytics.notOpened')}
          onRetry={() => actor.send({ type: 'reload.requested' })}
        />
      )}
    </Panel>
  );
}
