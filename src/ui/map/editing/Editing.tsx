import { useSelector } from '@xstate/react';
import { Check, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useEffect, type RefObject } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { shownAoi } from '../../../machines/aoi/aoi.selectors.ts';
import { isEditing } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { LiveTag } from '../pointing/LiveTag.tsx';
import { ModeBar } from '../pointing/ModeBar.tsx';
import { useModeSession } from '../pointing/useModeSession.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { useMapPadding } from '../camera/useMapPadding.ts';
import { newsText } from './editNews.ts';
import type { EditNews, EditState } from './editState.ts';
import { EditingSession } from './session.ts';
import { isInSight } from './picture/sight.ts';
import { viewportOf } from './picture/viewport.ts';
import { useUndo } from './undo/undo.ts';

const START: EditState = {
  at: null,
  isHeld: false,
  isDragged: false,
  isByKeys: false,
  refusal: null,
  areaKm2: null,
  tagAt: null,
  isTooDense: false,
};

/** Whether the bar shows the same, so that a crossing that moves during a drag is announced once. */
function isSame(a: EditState, b: EditState): boolean {
  return (
    a.at?.kind === b.at?.kind &&
    a.isHeld === b.isHeld &&
    a.isDragged === b.isDragged &&
    a.isByKeys === b.isByKeys &&
    a.isTooDense === b.isTooDense &&
    a.refusal?.key === b.refusal?.key
  );
}

function useSession(mapHandle: MapHandle) {
  const map = useActorOf('map');
  const aoi = useActorOf('aoi');
  const padding = useMapPadding();
  return useModeSession<EditingSession, EditState, EditNews>(mapHandle, {
    start: START,
    isSame,
    figureOf: ({ areaKm2, tagAt }) =>
      areaKm2 === null || tagAt === null ? null : { text: formatArea(areaKm2), at: tagAt },
    make: ({ isByKeyboard, changed, message }) => {
      const geometry = shownAoi(aoi.getSnapshot())?.geometry;
      if (geometry === undefined) return null;
      const made = new EditingSession(mapHandle, geometry, isByKeyboard, {
        edited: (next) => map.send({ type: 'shape.edited', geometry: next }),
        left: () => map.send({ type: 'mode.left' }),
        changed,
        message,
      });
      // bring an area out of view into view when its editing begins
      const bbox = viewBoundsOf(geometry);
      if (!isInSight(viewportOf(mapHandle.map, (bbox[0] + bbox[2]) / 2), bbox, padding, 'any'))
        mapHandle.fit(bbox);
      return made;
    },
  });
}

/** Reloads the session's area whenever the AOI's actor changes it. */
function useAoiChanges(session: RefObject<EditingSession | null>) {
  const aoi = useActorOf('aoi');
  useEffect(() => {
    let shown = shownAoi(aoi.getSnapshot())?.geometry;
    const following = aoi.subscribe((snapshot) => {
      const next = shownAoi(snapshot)?.geometry;
      if (next === undefined || next === shown) return;
      shown = next;
      session.current?.load(next);
    });
    return () => following.unsubscribe();
  }, [aoi, session]);
}

function howOf({ isTooDense, isHeld, isDragged, isByKeys }: EditState): string {
  if (isDragged) return 'map.edit.howDragged';
  if (isHeld) return isByKeys ? 'map.edit.howHeldKeys' : 'map.edit.howHeld';
  if (isTooDense) return 'map.edit.dense';
  return isByKeys ? 'map.edit.howKeys' : 'map.edit.how';
}

function ActiveEditing({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const map = useActorOf('map');
  const { canUndo, canRedo, undo, redo } = useUndo();
  const { tag, session, state, news } = useSession(mapHandle);
  useAoiChanges(session);
  useEffect(() => {
    const canvas = mapHandle.map.getCanvas();
    return () => canvas.focus({ preventScroll: true });
  }, [mapHandle]);
  // a refusal stays visible until the next action
  const refusal =
    state.refusal ?? (news?.kind.kind === 'refused' && !state.isHeld ? news.kind.refusal : null);
  const isCorner = state.at?.kind === 'vertex';
  return (
    <>
      <LiveTag tag={tag} />
      <ModeBar
        label={t('map.edit.title')}
        how={t(howOf(state))}
        problem={refusal === null ? null : messageText(t, refusal)}
        actions={[
          {
            label: t('map.edit.remove'),
            icon: Trash2,
            disabled: !isCorner,
            press: () => session.current?.remove(),
          },
          { label: t('map.edit.undo'), icon: Undo2, disabled: !canUndo, press: undo },
          { label: t('map.edit.redo'), icon: Redo2, disabled: !canRedo, press: redo },
          { label: t('map.edit.done'), icon: Check, press: () => map.send({ type: 'mode.left' }) },
        ]}
      />
      <p className="gt-visually-hidden" role="status">
        {news === null ? t('map.edit.howKeys') : newsText(t, news.kind)}
      </p>
    </>
  );
}

/** Editing the AOI by its handles while the map's actor is in that mode (§4 Map). */
export function Editing({ mapHandle }: { mapHandle: MapHandle }) {
  return useSelector(useActorOf('map'), isEditing) ? <ActiveEditing mapHandle={mapHandle} /> : null;
}
