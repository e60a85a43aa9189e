import { useSelector } from '@xstate/react';
import {
  countedCoverage,
  coverageDraft,
  coverageFailure,
  coverageSteps,
  isCoverageShown,
} from '../../../../machines/search/coverage.machine.ts';
import { useActorIf, useExtensions } from '../../../shared/actors.tsx';
import { formatDateRange, formatNumber } from '../../../shared/i18n/formats.ts';
import { messageText } from '../../../shared/i18n/messageText.ts';
import { sensorName } from '../../../shared/i18n/sensorName.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Button } from '../../../shared/kit/actions/Button.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { StepsCard } from '../density/StepsCard.tsx';
import { useBaseGround } from '../tiles/useGround.ts';
import { useShownLayers } from '../tiles/useMapLayers.ts';
import { coverageColors } from './coverage.ts';

/** Whether the coverage can be shown: the back end counts it, and the user is no visitor. */
export function useHasCoverage(): boolean {
  const isOffered = useExtensions('coverage');
  return useActorIf('coverage') !== undefined && isOffered;
}

/** Whether the coverage is on the map. */
export function useIsCoverageShown(): boolean {
  const actor = useActorIf('coverage');
  return useSelector(actor, (snapshot) => snapshot !== undefined && isCoverageShown(snapshot));
}

/** The colours of the coverage, with the sensor and the days that are counted; why nothing is, with another try. */
export function CoverageLegend({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const actor = useActorIf('coverage');
  const colors = coverageColors(useBaseGround(mapHandle, useShownLayers()));
  const counted = useSelector(actor, (snapshot) => snapshot && countedCoverage(snapshot));
  const failure = useSelector(actor, (snapshot) => snapshot && coverageFailure(snapshot));
  const draft = useSelector(actor, (snapshot) => snapshot && coverageDraft(snapshot));
  if (actor === undefined || draft === undefined) return null;
  const { steps, most } = coverageSteps(counted ?? null);
  return (
    <StepsCard
      title={t('coverage.legend')}
      short={t('coverage.title')}
      note={
        failure ? (
          <span className="gt-inline gt-gap-8">
            {messageText(t, failure)}
            <Button size="small" onPress={() => actor.send({ type: 'count.retried' })}>
              {t('common.tryAgain')}
            </Button>
          </span>
        ) : (
          `${sensorName(t, draft.sensorType)} · ${formatDateRange(draft.dateFrom, draft.dateTo)}`
        )
      }
      steps={steps.map((least, at) => ({
        color: colors[at]!,
        label: at === steps.length - 1 && most > least ? `${least}–${formatNumber(most)}` : String(least),
        said: t('coverage.from', { count: least }),
      }))}
      range={`1–${formatNumber(Math.max(most, 1))}`}
    />
  );
}
