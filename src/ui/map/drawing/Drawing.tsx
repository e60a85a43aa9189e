import { useSelector } from '@xstate/react';
import { Check, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { DrawMode } from '../../../machines/map/map.events.ts';
import { isDrawingBox, isDrawingPolygon } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { TOUCH, useMatches } from '../../shared/useMatches.ts';
import { ModeBarIn } from '../pointing/ModeBar.tsx';
import { ReticleIn } from '../pointing/Reticle.tsx';
import type { MapPadding } from '../canvas/mapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { useMapPadding } from '../canvas/useMapPadding.ts';
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

interface ActiveDrawingProps {
  mapHandle: MapHandle;
  mode: DrawMode;
  /** What lies over the map's edges. */
  padding: MapPadding;
  onCompleted: (geometry: AreaGeometry) => void;
  /** The drawing is given up. */
  onLeft: () => void;
}

/** What the view shows of a drawing beside its line: what changes seldom goes through React, the tag does not. */
function useSession({ mapHandle, mode, onCompleted, onLeft }: ActiveDrawingProps) {
  const latest = useRef({ onCompleted, onLeft });
  useEffect(() => {
    latest.current = { onCompleted, onLeft };
  });
  const tag = useRef<HTMLDivElement>(null);
  const session = useRef<DrawingSession | null>(null);
  const [state, setState] = useState(START);
  const [news, setNews] = useState<{ kind: DrawingNews; at: DrawingState } | null>(null);
  useEffect(() => {
    const canvas = mapHandle.map.getCanvas();
    canvas.focus({ preventScroll: true });
    const changed = () => {
      const next = session.current?.state() ?? START;
      writeTag(tag.current, next);
      // the pointer's moves change the tag alone
      setState((known) => (isSame(known, next) ? known : next));
    };
    const made = new DrawingSession(mapHandle, mode, canvas.matches(':focus-visible'), {
      completed: (geometry) => latest.current.onCompleted(geometry),
      cancelled: () => latest.current.onLeft(),
      changed,
      message: (kind) => setNews({ kind, at: session.current?.state() ?? START }),
    });
    session.current = made;
    changed();
    return () => {
      session.current = null;
      made.end();
    };
  }, [mapHandle, mode]);
  return { tag, session, state, news };
}

function writeTag(tag: HTMLDivElement | null, { areaKm2, tagAt }: DrawingState): void {
  if (tag === null) return;
  tag.hidden = areaKm2 === null || tagAt === null;
  if (areaKm2 === null || tagAt === null) return;
  tag.style.transform = `translate(${Math.round(tagAt.x)}px, ${Math.round(tagAt.y)}px)`;
  if (tag.firstElementChild !== null) tag.firstElementChild.textContent = formatArea(areaKm2);
}

/** One drawing on whatever map, with the bar that says how it is worked. */
export function ActiveDrawing(props: ActiveDrawingProps) {
  const t = useT();
  const { mode, padding, onLeft } = props;
  const isTouch = useMatches(TOUCH);
  const { tag, session, state, news } = useSession(props);
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
      {state.isReticle && <ReticleIn padding={padding} />}
      <ModeBarIn
        padding={padding}
        label={t(`map.draw.${kind}`)}
        how={t(`map.draw.${kind}How${state.isReticle ? 'Keys' : isTouch ? 'Touch' : ''}`)}
        problem={state.refusal === null ? null : messageText(t, state.refusal)}
        actions={[
          ...(mode === 'Polygon' ? corners : []),
          { label: t('map.draw.cancel'), icon: X, press: onLeft },
        ]}
      />
      <p className="gt-visually-hidden" role="status">
        {news === null ? t(`map.draw.${kind}HowKeys`) : newsText(t, news)}
      </p>
    </>
  );
}

function newsText(t: ReturnType<typeof useT>, { kind, at }: { kind: DrawingNews; at: DrawingState }): string {
  // the bar says why, as an alert
  if (kind === 'refused') return t('map.draw.notFinished');
  const message = t(`map.draw.${kind}`, { count: at.vertices });
  return kind === 'vertexSet' && at.areaKm2 !== null && at.vertices > 2
    ? `${message} ${formatArea(at.areaKm2)}`
    : message;
}

/** The drawing that the map's actor is in, if it is in one (§4 Map). */
export function Drawing({ mapHandle }: { mapHandle: MapHandle }) {
  const map = useActorOf('map');
  const padding = useMapPadding();
  const mode = useSelector(map, (snapshot): DrawMode | null =>
    isDrawingBox(snapshot) ? 'Box' : isDrawingPolygon(snapshot) ? 'Polygon' : null,
  );
  if (mode === null) return null;
  return (
    <ActiveDrawing
      key={mode}
      mapHandle={mapHandle}
      mode={mode}
      padding={padding}
      onCompleted={(geometry) => map.send({ type: 'shape.completed', geometry })}
      onLeft={() => map.send({ type: 'mode.left' })}
    />
  );
}
