import { useSelector } from '@xstate/react';
import { Check, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { shownAoi } from '../../../machines/aoi/aoi.selectors.ts';
import { isEditing } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { ModeBar } from '../pointing/ModeBar.tsx';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { useMapPadding } from '../canvas/useMapPadding.ts';
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

/** What the bar shows; a crossing that wanders while one drags is said once. */
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
  const tag = useRef<HTMLDivElement>(null);
  const session = useRef<EditingSession | null>(null);
  const start = useRef(padding);
  const [state, setState] = useState(START);
  const [news, setNews] = useState<EditNews | null>(null);
  useEffect(() => {
    const area = shownAoi(aoi.getSnapshot());
    if (area === null) return undefined;
    const canvas = mapHandle.map.getCanvas();
    canvas.focus({ preventScroll: true });
    const made: EditingSession = new EditingSession(
      mapHandle,
      area.geometry,
      canvas.matches(':focus-visible'),
      {
        edited: (geometry) => map.send({ type: 'shape.edited', geometry }),
        left: () => map.send({ type: 'mode.left' }),
        changed: () => {
          const next = session.current?.state() ?? START;
          writeTag(tag.current, next);
          // the pointer's moves change the tag alone
          setState((known) => (isSame(known, next) ? known : next));
        },
        message: setNews,
      },
    );
    session.current = made;
    // whoever asks to edit an area wants to see it
    const bbox = viewBoundsOf(area.geometry);
    if (!isInSight(viewportOf(mapHandle.map, (bbox[0] + bbox[2]) / 2), bbox, start.current, 'any'))
      mapHandle.fit(bbox);
    made.show();
    let shown = area.geometry;
    const follow = aoi.subscribe((snapshot) => {
      const next = shownAoi(snapshot)?.geometry;
      if (next === undefined || next === shown) return;
      shown = next;
      made.load(next);
    });
    return () => {
      follow.unsubscribe();
      session.current = null;
      made.end();
      canvas.focus({ preventScroll: true });
    };
  }, [mapHandle, map, aoi]);
  return { tag, session, state, news };
}

function writeTag(tag: HTMLDivElement | null, { areaKm2, tagAt }: EditState): void {
  if (tag === null) return;
  tag.hidden = areaKm2 === null || tagAt === null;
  if (areaKm2 === null || tagAt === null) return;
  tag.style.transform = `translate(${Math.round(tagAt.x)}px, ${Math.round(tagAt.y)}px)`;
  if (tag.firstElementChild !== null) tag.firstElementChild.textContent = formatArea(areaKm2);
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
  // what could not be done stays to be read until the next thing is
  const refusal = state.refusal ?? (news?.kind === 'refused' && !state.isHeld ? news.refusal : null);
  const isCorner = state.at?.kind === 'vertex';
  return (
    <>
      <div ref={tag} className="gt-map__anchor" hidden aria-hidden="true">
        <div className="gt-map__tag gt-map__tag--live" />
      </div>
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
        {news === null ? t('map.edit.howKeys') : newsText(t, news)}
      </p>
    </>
  );
}

/** The editing of the AOI by its handles, while the map's actor is in it (§4 Map). */
export function Editing({ mapHandle }: { mapHandle: MapHandle }) {
  return useSelector(useActorOf('map'), isEditing) ? <ActiveEditing mapHandle={mapHandle} /> : null;
}
