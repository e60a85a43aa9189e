import { Check, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useEffect, type RefObject } from 'react';
import { viewBoundsOf } from '../../../../geo/entry/bbox.ts';
import { shownAoi } from '../../../../machines/aoi/aoi.machine.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatArea, formatCoordinates, inOneLine } from '../../../shared/i18n/formats.ts';
import { messageText } from '../../../shared/i18n/messageText.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { LiveTag, ModeBar, useModeSession } from '../../kernel/Mode.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import type { DrawingProps } from '../../kernel/tool.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';
import { type EditNews, type EditState, EditingSession } from './session.ts';
import { isInSight, viewportOf } from '../../kernel/viewport.ts';
import { useUndo } from './undo.tsx';
import { latOf, lonOf } from '../../../../geo/area/areaGeometry.ts';
import type { Translate } from '../../../shared/i18n/language.ts';
import type { Handle } from './handles.ts';
import type { EditShape } from './shape.ts';

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

/** Editing the AOI by its handles while the map's actor is in that mode (§4 Map). */
export function Editing({ mapHandle }: DrawingProps) {
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
          {
            label: t('map.edit.done'),
            icon: Check,
            word: t('map.edit.done'),
            isMain: true,
            press: () => map.send({ type: 'mode.left' }),
          },
        ]}
      />
      <p className="gt-visually-hidden" role="status">
        {news === null ? t('map.edit.howKeys') : newsText(t, news.kind)}
      </p>
    </>
  );
}

const DONE = {
  move: 'map.edit.moved',
  add: 'map.edit.added',
  remove: 'map.edit.removed',
  shift: 'map.edit.shifted',
};

/** Wraps longitudes to ±180°. */
function placeText([lon = 0, lat = 0]: readonly number[]): string {
  return formatCoordinates(lon - 360 * Math.floor((lon + 180) / 360), lat);
}

/** Names the handle's ring, if there are several. */
function ringText(t: Translate, { ring }: Handle, shape: EditShape): string {
  const on = shape[ring];
  if (on === undefined || shape.length < 2) return '';
  const before = shape.slice(0, ring);
  const number = before.filter(({ isHole }) => isHole === on.isHole).length + 1;
  return `${t(on.isHole ? 'map.edit.hole' : 'map.edit.part', { number })} `;
}

function handleText(t: Translate, handle: Handle, shape: EditShape, isHeld: boolean): string {
  const { kind, ring, vertex, position } = handle;
  if (kind === 'whole') return t(isHeld ? 'map.edit.heldWhole' : 'map.edit.atWhole');
  if (isHeld) return t(kind === 'middle' ? 'map.edit.heldMiddle' : 'map.edit.heldVertex', { at: vertex + 1 });
  const all = shape[ring]?.positions.length ?? 0;
  const params = { at: vertex + 1, all, place: placeText([lonOf(position), latOf(position)]) };
  return (
    ringText(t, handle, shape) + t(kind === 'middle' ? 'map.edit.atMiddle' : 'map.edit.atVertex', params)
  );
}

/** The text for screen readers while the AOI is edited. */
export function newsText(t: Translate, news: EditNews): string {
  switch (news.kind) {
    case 'focused':
    case 'held':
      return handleText(t, news.handle, news.shape, news.kind === 'held');
    case 'nudged':
      return placeText(news.position);
    case 'done':
      return inOneLine(t(DONE[news.change]), t('map.edit.areaNow', { area: formatArea(news.areaKm2) }));
    case 'refused':
      return inOneLine(messageText(t, news.refusal), t('map.edit.unchanged'));
    case 'letGo':
    case 'tooFew':
      return t(`map.edit.${news.kind}`);
  }
}
