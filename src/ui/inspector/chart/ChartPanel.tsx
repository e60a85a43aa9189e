import { Check, Copy } from 'lucide-react';
import {
  chosenActor,
  chosenMachine,
  pinnedEntry,
  isCopied,
  isUncopied,
  isUndrawn,
  shownActor,
  shownChart,
  shownLayout,
} from '../../../machines/inspector/viewer.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { Tag } from '../../shared/kit/figures/Tag.tsx';
import { ChartView } from './ChartView.tsx';
import { useViewer, useViewerValue } from '../viewerActor.tsx';

/** The selected chart, with its actor and moment. */
export function ChartPanel() {
  const t = useT();
  const machine = useViewerValue(chosenMachine);
  return (
    <section className="gt-chart" aria-label={t('viewer.chart', { machine })}>
      <div className="gt-chart__head">
        <h2>{machine}</h2>
        <Moment />
        <CopyButton />
      </div>
      <Drawing />
    </section>
  );
}

/** The shown actor and moment. */
function Moment() {
  const t = useT();
  const isChosen = useViewerValue(chosenActor) !== null;
  const actor = useViewerValue(shownActor);
  const at = useViewerValue(pinnedEntry);
  return (
    <p className="gt-chart__moment">
      {at !== null && <Tag>{t('viewer.moment', { number: at })}</Tag>}
      {!isChosen && t('viewer.chartOnly')}
      {isChosen && actor === null && t('viewer.ended')}
      {actor !== null && actor.id !== actor.machine && actor.id}
    </p>
  );
}

function CopyButton() {
  const t = useT();
  const viewer = useViewer();
  const copied = useViewerValue(isCopied);
  const failed = useViewerValue(isUncopied);
  const Icon = copied ? Check : Copy;
  return (
    <div className="gt-chart__copy">
      <span role="status" className="gt-chart__copied" data-failed={failed || undefined}>
        {copied && t('viewer.copied')}
        {failed && t('viewer.notCopied')}
      </span>
      <Button
        size="small"
        icon={<Icon size={14} strokeWidth={1.75} aria-hidden />}
        onPress={() => viewer.send({ type: 'copy.requested' })}
      >
        {t('viewer.copy')}
      </Button>
    </div>
  );
}

function Drawing() {
  const t = useT();
  const viewer = useViewer();
  const chart = useViewerValue(shownChart);
  const layout = useViewerValue(shownLayout);
  const failed = useViewerValue(isUndrawn);
  if (failed)
    return (
      <FailedState title={t('viewer.chartFailed')} onRetry={() => viewer.send({ type: 'layout.retried' })} />
    );
  if (chart === null || layout === null)
    return (
      <p className="gt-chart__placing" role="status">
        {t('viewer.chartPlacing')}
      </p>
    );
  return <ChartView key={chart.name} chart={chart} layout={layout} />;
}
