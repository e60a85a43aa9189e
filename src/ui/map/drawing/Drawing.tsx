import { useSelector } from '@xstate/react';
import { Check, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DrawMode } from '../../../machines/map.machine.ts';
import { isDrawingBox, isDrawingPolygon } from '../../../machines/map.selectors.ts';
import { useActorOf } from '../../actors.tsx';
import { formatArea } from '../../i18n/formats.ts';
import { saidText } from '../../i18n/said.ts';
import { useT } from '../../i18n/useT.ts';
import { TOUCH, useMatches } from '../../shell/useMatches.ts';
import { ModeBar } from '../pointing/ModeBar.tsx';
import { Reticle } from '../pointing/Reticle.tsx';
import type { MapStage } from '../stage.ts';
import { DrawingSession, type DrawingNews, type DrawingState } from './session.ts';

const START: DrawingState = {
  vertices: 0,
  canFinish: false,
  areaKm2: null,
  tagAt: null,
  isReticle: false,
  refusal: null,
};

/** A crossing that wanders with the pointer is said once. */
function isSame(a: DrawingState, b: DrawingState): boolean {
  return a.vertices === b.vertices && a.isReticle === b.isReticle && a.refusal?.key === b.refusal?.key;
}

/** What the view shows of a drawing beside its line: what changes seldom goes through React, the tag does not. */
function useSession(stage: MapStage, mode: DrawMode) {
  const map = useActorOf('map');
  const tag = useRef<HTMLDivElement>(null);
  const session = useRef<DrawingSession | null>(null);
  const [state, setState] = useState(START);
  const [news, setNews] = useState<{ kind: DrawingNews; at: DrawingState } | null>(null);
  useEffect(() => {
    const canvas = stage.map.getCanvas();
    canvas.focus({ preventScroll: true });
    const changed = () => {
      const next = session.current?.state() ?? START;
      writeTag(tag.current, next);
      // the pointer's moves change the tag alone
      setState((known) => (isSame(known, next) ? known : next));
    };
    const made = new DrawingSession(stage, mode, canvas.matches(':focus-visible'), {
      completed: (geometry) => map.send({ type: 'shape.completed', geometry }),
      cancelled: () => map.send({ type: 'mode.left' }),
      changed,
      said: (kind) => setNews({ kind, at: session.current?.state() ?? START }),
    });
    session.current = made;
    changed();
    return () => {
      session.current = null;
      made.end();
    };
  }, [stage, mode, map]);
  return { tag, session, state, news };
}

function writeTag(tag: HTMLDivElement | null, { areaKm2, tagAt }: DrawingState): void {
  if (tag === null) return;
  tag.hidden = areaKm2 === null || tagAt === null;
  if (areaKm2 === null || tagAt === null) return;
  tag.style.transform = `translate(${Math.round(tagAt.x)}px, ${Math.round(tagAt.y)}px)`;
  if (tag.firstElementChild !== null) tag.firstElementChild.textContent = formatArea(areaKm2);
}

function ActiveDrawing({ stage, mode }: { stage: MapStage; mode: DrawMode }) {
  const t = useT();
  const map = useActorOf('map');
  const isTouch = useMatches(TOUCH);
  const { tag, session, state, news } = useSession(stage, mode);
  const kind = mode === 'Box' ? 'box' : 'polygon';
  const corners = [
    {
      label: t('map.draw.takeBack'),
      icon: Undo2,
      disabled: state.vertices === 0,
      press: () => session.current?.takeBack(),
    },
    {
      label: t('map.draw.finish'),
      icon: Check,
      disabled: !state.canFinish,
      press: () => session.current?.finish(),
    },
  ];
  return (
    <>
      <div ref={tag} className="gt-map__anchor" hidden aria-hidden="true">
        <div className="gt-map__tag gt-map__tag--live" />
      </div>
      {state.isReticle && <Reticle />}
      <ModeBar
        label={t(`map.draw.${kind}`)}
        how={t(`map.draw.${kind}How${state.isReticle ? 'Keys' : isTouch ? 'Touch' : ''}`)}
        problem={state.refusal === null ? null : saidText(t, state.refusal)}
        actions={[
          ...(mode === 'Polygon' ? corners : []),
          { label: t('map.draw.cancel'), icon: X, press: () => map.send({ type: 'mode.left' }) },
        ]}
      />
      <p className="gt-visually-hidden" role="status">
        {news === null ? t(`map.draw.${kind}HowKeys`) : sayingOf(t, news)}
      </p>
    </>
  );
}

function sayingOf(t: ReturnType<typeof useT>, { kind, at }: { kind: DrawingNews; at: DrawingState }): string {
  // the bar says why, as an alert
  if (kind === 'refused') return t('map.draw.notFinished');
  const said = t(`map.draw.${kind}`, { count: at.vertices });
  return kind === 'vertexSet' && at.areaKm2 !== null && at.vertices > 2
    ? `${said} ${formatArea(at.areaKm2)}`
    : said;
}

/** The drawing that the map's actor is in, if it is in one (§4 Map). */
export function Drawing({ stage }: { stage: MapStage }) {
  const mode = useSelector(useActorOf('map'), (map): DrawMode | null =>
    isDrawingBox(map) ? 'Box' : isDrawingPolygon(map) ? 'Polygon' : null,
  );
  return mode === null ? null : <ActiveDrawing key={mode} stage={stage} mode={mode} />;
}
