import { useSelector } from '@xstate/react';
import { Check, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { measureMode } from '../../../machines/map/map.selectors.ts';
import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { TOUCH, useMatches } from '../../shared/useMatches.ts';
import { ModeBar } from '../pointing/ModeBar.tsx';
import { Reticle } from '../pointing/Reticle.tsx';
import type { MapHandle } from '../canvas/mapHandle.ts';
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

/** What the view shows of measuring beside the line: what changes seldom goes through React, the tag does not. */
function useSession(mapHandle: MapHandle, kind: Kind) {
  const map = useActorOf('map');
  const tag = useRef<HTMLDivElement>(null);
  const session = useRef<MeasuringSession | null>(null);
  const [state, setState] = useState(START);
  const [news, setNews] = useState<{ kind: MeasuringNews; at: MeasuringState } | null>(null);
  useEffect(() => {
    const canvas = mapHandle.map.getCanvas();
    canvas.focus({ preventScroll: true });
    const changed = () => {
      const next = session.current?.state() ?? START;
      writeTag(tag.current, next);
      // the pointer's moves change the tag alone
      setState((known) =>
        known.vertices === next.vertices &&
        known.isReticle === next.isReticle &&
        known.problem === next.problem
          ? known
          : next,
      );
    };
    const made = new MeasuringSession(mapHandle, kind, canvas.matches(':focus-visible'), {
      completed: (line) => {
        setNews(null);
        map.send({ type: 'measure.completed', line });
      },
      left: () => map.send({ type: 'mode.left' }),
      changed,
      message: (message) => setNews({ kind: message, at: session.current?.state() ?? START }),
    });
    session.current = made;
    changed();
    return () => {
      session.current = null;
      made.end();
    };
  }, [mapHandle, kind, map]);
  return { tag, session, state, news };
}

function writeTag(tag: HTMLDivElement | null, { total, tagAt }: MeasuringState): void {
  if (tag === null) return;
  tag.hidden = total === null || tagAt === null;
  if (total === null || tagAt === null) return;
  tag.style.transform = `translate(${Math.round(tagAt.x)}px, ${Math.round(tagAt.y)}px)`;
  if (tag.firstElementChild !== null) tag.firstElementChild.textContent = total;
}

function problemText(t: ReturnType<typeof useT>, kind: Kind, { problem }: MeasuringState): string | null {
  if (problem === null) return null;
  if (problem === 'tooFew') return t(`measure.${kind}TooFew`);
  return messageText(t, { key: 'errors.geometry.selfCrossing', params: problem });
}

function ActiveMeasuring({ mapHandle, kind }: { mapHandle: MapHandle; kind: Kind }) {
  const t = useT();
  const map = useActorOf('map');
  const isTouch = useMatches(TOUCH);
  const { tag, session, state, news } = useSession(mapHandle, kind);
  return (
    <>
      <div ref={tag} className="gt-map__anchor" hidden aria-hidden="true">
        <div className="gt-map__tag gt-map__tag--live gt-map__tag--measured" />
      </div>
      {state.isReticle && <Reticle symbol="measured" />}
      <ModeBar
        label={t(`measure.${kind}`)}
        how={t(`measure.${kind}How${state.isReticle ? 'Keys' : isTouch ? 'Touch' : ''}`)}
        problem={problemText(t, kind, state)}
        actions={[
          {
            label: t('measure.takeBack'),
            icon: Undo2,
            disabled: state.vertices === 0,
            press: () => session.current?.takeBack(),
          },
          {
            label: t('measure.finish'),
            icon: Check,
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

/** Measuring, while the map's actor is in it (§4 Measure modes 1 and 2). */
export function Measuring({ mapHandle }: { mapHandle: MapHandle }) {
  const mode = useSelector(useActorOf('map'), measureMode);
  if (mode === null) return null;
  const kind = mode === 1 ? 'distance' : 'area';
  return <ActiveMeasuring key={kind} mapHandle={mapHandle} kind={kind} />;
}
