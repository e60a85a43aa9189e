import type { DrawMode } from '../../../../machines/map/map.events.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import type { DrawingProps } from '../../kernel/tool.ts';
import { Check, Pentagon, Square, Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { formatArea } from '../../../shared/i18n/formats.ts';
import { messageText } from '../../../shared/i18n/messageText.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { TOUCH, useMatches } from '../../../shared/useMatches.ts';
import { LiveTag, ModeBar, Reticle, useModeSession } from '../../kernel/Mode.tsx';
import { DrawingSession, type DrawingNews, type DrawingState } from './session.ts';

/** Drawing on the portal's map while its actor is in a drawing mode (§4 Map). */
function Drawing({ mapHandle, mode }: { mapHandle: MapHandle; mode: DrawMode }) {
  const map = useActorOf('map');
  return (
    <ActiveDrawing
      mapHandle={mapHandle}
      mode={mode}
      onCompleted={(geometry) => map.send({ type: 'shape.completed', geometry })}
      onLeft={() => map.send({ type: 'mode.left' })}
    />
  );
}

export const BoxDrawing = ({ mapHandle }: DrawingProps) => <Drawing mapHandle={mapHandle} mode="Box" />;
export const PolygonDrawing = ({ mapHandle }: DrawingProps) => (
  <Drawing mapHandle={mapHandle} mode="Polygon" />
);

const START: DrawingState = {
  vertices: 0,
  canFinish: false,
  areaKm2: null,
  tagAt: null,
  isReticle: false,
  refusal: null,
};

/** Equal states are announced once, also while a crossing moves with the pointer. */
function isSame(a: DrawingState, b: DrawingState): boolean {
  return a.vertices === b.vertices && a.isReticle === b.isReticle && a.refusal?.key === b.refusal?.key;
}

interface ActiveDrawingProps {
  mapHandle: MapHandle;
  mode: DrawMode;
  onCompleted: (geometry: AreaGeometry) => void;
  /** The drawing was cancelled. */
  onLeft: () => void;
}

function useSession({ mapHandle, mode, onCompleted, onLeft }: ActiveDrawingProps) {
  const latest = useRef({ onCompleted, onLeft });
  useEffect(() => {
    latest.current = { onCompleted, onLeft };
  });
  return useModeSession<DrawingSession, DrawingState, DrawingNews>(mapHandle, {
    start: START,
    isSame,
    figureOf: ({ areaKm2, tagAt }) =>
      areaKm2 === null || tagAt === null ? null : { text: formatArea(areaKm2), at: tagAt },
    make: ({ isByKeyboard, changed, message }) =>
      new DrawingSession(mapHandle, mode, isByKeyboard, {
        completed: (geometry) => latest.current.onCompleted(geometry),
        cancelled: () => latest.current.onLeft(),
        changed,
        message,
      }),
  });
}

/** Drawing on any map, with the bar that explains it. */
export function ActiveDrawing(props: ActiveDrawingProps) {
  const t = useT();
  const { mode, onLeft } = props;
  const isTouch = useMatches(TOUCH);
  const { tag, session, state, news } = useSession(props);
  const kind = mode === 'Box' ? 'box' : 'polygon';
  const corners = [
    {
      label: t('map.draw.removeLast'),
      icon: Undo2,
      word: t('map.edit.undo'),
      disabled: state.vertices === 0,
      press: () => session.current?.takeBack(),
    },
    {
      label: t('map.draw.finish'),
      icon: Check,
      word: t('map.edit.done'),
      isMain: true,
      disabled: !state.canFinish,
      press: () => session.current?.finish(),
    },
  ];
  return (
    <>
      <LiveTag tag={tag} />
      {state.isReticle && <Reticle />}
      <ModeBar
        label={t(`map.draw.${kind}`)}
        how={t(`map.draw.${kind}How${state.isReticle ? 'Keys' : isTouch ? 'Touch' : ''}`)}
        problem={state.refusal === null ? null : messageText(t, state.refusal)}
        icon={mode === 'Polygon' ? Pentagon : Square}
        figure={state.areaKm2 === null ? null : formatArea(state.areaKm2)}
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
  // the bar already announces the reason as an alert
  if (kind === 'refused') return t('map.draw.notFinished');
  const message = t(`map.draw.${kind}`, { count: at.vertices });
  return kind === 'vertexSet' && at.areaKm2 !== null && at.vertices > 2
    ? `${message} ${formatArea(at.areaKm2)}`
    : message;
}
