import { useSelector } from '@xstate/react';
import { Check, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DrawMode } from '../../../machines/map.machine.ts';
import { isDrawingBox, isDrawingPolygon } from '../../../machines/map.selectors.ts';
import { useActorOf } from '../../actors.tsx';
import { formatArea } from '../../i18n/formats.ts';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import type { MapStage } from '../stage.ts';
import { useRoom } from '../useRoom.ts';
import './drawing.css';
import { DrawingSession, type DrawingNews, type DrawingState } from './session.ts';

const START: DrawingState = { vertices: 0, canFinish: false, areaKm2: null, tagAt: null, isReticle: false };

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
      setState((known) =>
        known.vertices === next.vertices && known.isReticle === next.isReticle ? known : next,
      );
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
  const room = useRoom();
  const { tag, session, state, news } = useSession(stage, mode);
  const { left, right, top, bottom } = room;
  const kind = mode === 'Box' ? 'box' : 'polygon';
  const how = state.isReticle ? 'Keys' : '';
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <div ref={tag} className="gt-map__anchor" hidden aria-hidden="true">
        <div className="gt-map__tag gt-map__tag--area" />
      </div>
      {state.isReticle && (
        <div className="gt-drawing__room" style={{ left, right, top, bottom }} aria-hidden="true">
          <svg className="gt-drawing__reticle" width="48" height="48" viewBox="-24 -24 48 48">
            <path className="gt-drawing__casing" d="M-22 0h15M22 0h-15M0-22v15M0 22v-15" />
            <path d="M-22 0h15M22 0h-15M0-22v15M0 22v-15" />
            <circle r="1.75" />
          </svg>
        </div>
      )}
      <div
        className="gt-drawing__hint"
        style={{ left, right }}
        role="group"
        aria-label={t(`map.draw.${kind}`)}
      >
        <div className="gt-drawing__bar">
          <span>{t(`map.draw.${kind}How${how}`)}</span>
          {mode === 'Polygon' && (
            <>
              <IconButton
                size="small"
                label={t('map.draw.takeBack')}
                icon={<Undo2 {...icon} />}
                disabled={state.vertices === 0}
                onPress={() => session.current?.takeBack()}
              />
              <IconButton
                size="small"
                label={t('map.draw.finish')}
                icon={<Check {...icon} />}
                disabled={!state.canFinish}
                onPress={() => session.current?.finish()}
              />
            </>
          )}
          <IconButton
            size="small"
            label={t('map.draw.cancel')}
            icon={<X {...icon} />}
            onPress={() => map.send({ type: 'mode.left' })}
          />
        </div>
      </div>
      <p className="gt-visually-hidden" role="status">
        {news === null ? t(`map.draw.${kind}HowKeys`) : sayingOf(t, news)}
      </p>
    </>
  );
}

function sayingOf(t: ReturnType<typeof useT>, { kind, at }: { kind: DrawingNews; at: DrawingState }): string {
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
