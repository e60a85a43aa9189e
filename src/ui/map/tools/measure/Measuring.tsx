import { Check, Undo2, X } from 'lucide-react';
import type { MeasuredLine } from '../../../../machines/map/map.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { messageText } from '../../../shared/i18n/messageText.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { TOUCH, useMatches } from '../../../shared/useMatches.ts';
import { LiveTag, ModeBar, Reticle, useModeSession } from '../../kernel/Mode.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import type { DrawingProps } from '../../kernel/tool.ts';
import './measuring.css';
import { MeasuringSession, type MeasuringNews, type MeasuringState } from './session.ts';

type Kind = MeasuredLine['kind'];
const START: MeasuringState = {
  vertices: 0,
  canFinish: false,
  problem: null,
  total: null,
  tagAt: null,
  isReticle: false,
};

function useSession(mapHandle: MapHandle, kind: Kind) {
  const map = useActorOf('map');
  return useModeSession<MeasuringSession, MeasuringState, MeasuringNews>(mapHandle, {
    start: START,
    isSame: (known, next) =>
      known.vertices === next.vertices &&
      known.isReticle === next.isReticle &&
      known.problem === next.problem,
    figureOf: ({ total, tagAt }) => (total === null || tagAt === null ? null : { text: total, at: tagAt }),
    make: ({ isByKeyboard, changed, message }) =>
      new MeasuringSession(mapHandle, kind, isByKeyboard, {
        completed: (line) => {
          message(null);
          map.send({ type: 'measure.completed', line });
        },
        left: () => map.send({ type: 'mode.left' }),
        changed,
        message,
      }),
  });
}

function problemText(t: ReturnType<typeof useT>, kind: Kind, { problem }: MeasuringState): string | null {
  if (problem === null) return null;
  if (problem === 'tooFew') return t(`measure.${kind}TooFew`);
  return messageText(t, { key: 'errors.geometry.selfCrossing', params: problem });
}

function Measuring({ mapHandle, kind }: { mapHandle: MapHandle; kind: Kind }) {
  const t = useT();
  const map = useActorOf('map');
  const isTouch = useMatches(TOUCH);
  const { tag, session, state, news } = useSession(mapHandle, kind);
  return (
    <>
      <LiveTag tag={tag} className="gt-map__tag--measured" />
      {state.isReticle && <Reticle symbol="measured" />}
      <ModeBar
        label={t(`measure.${kind}`)}
        how={t(`measure.${kind}How${state.isReticle ? 'Keys' : isTouch ? 'Touch' : ''}`)}
        problem={problemText(t, kind, state)}
        actions={[
          {
            label: t('measure.removeLast'),
            icon: Undo2,
            word: t('map.edit.undo'),
            disabled: state.vertices === 0,
            press: () => session.current?.takeBack(),
          },
          {
            label: t('measure.finish'),
            icon: Check,
            word: t('map.edit.done'),
            isMain: true,
            disabled: !state.canFinish,
            press: () => session.current?.finish(),
          },
          { label: t('measure.leave'), icon: X, press: () => map.send({ type: 'mode.left' }) },
        ]}
      />
      <p className="gt-visually-hidden" role="status">
        {news === null
          ? t(`measure.${kind}HowKeys`)
          : t('measure.said', {
              news: t(`measure.${news.kind}`, { count: news.at.vertices }),
              figure: news.at.total ?? '',
            }).trim()}
      </p>
    </>
  );
}

/** §4 Measure, mode 1. */
export const DistanceMeasuring = ({ mapHandle }: DrawingProps) => (
  <Measuring mapHandle={mapHandle} kind="distance" />
);
/** §4 Measure, mode 2. */
export const AreaMeasuring = ({ mapHandle }: DrawingProps) => <Measuring mapHandle={mapHandle} kind="area" />;
