import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import {
  imageFacts,
  isImageOpen,
  isInspecting,
  shownPixel,
} from '../../../machines/imagery/delivered/delivered.selectors.ts';
import { isBrowsing } from '../../../machines/map/map.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { ARROWS, isOnMap } from '../pointing/listeners.ts';
import { useMapKeys } from '../tools/useMapKeys.ts';
import { PixelCard } from './PixelCard.tsx';
import { togglePixel } from './togglePixel.ts';
import './pixel.css';

/** Image pixels that an arrow key moves the crosshair by; ten times as much with Shift. */
const STEP = { normal: 1, wide: 10 } as const;
/** Distance of the card from the crosshair, and its width, pixels. */
const [APART, WIDE] = [34, 232];
/** From the middle of the crosshair to its ends, pixels. */
const ARM = 22;
/** Distance from the edges of the map, pixels. */
const EDGE = 12;
/** On phones the card lies across the map's lower edge (pixel.css). */
const PHONE = '(max-width: 639.98px)';

/** The crosshair on the delivered image with the values under it; I switches it on and off. */
export function PixelInspector({ mapHandle }: { mapHandle: MapHandle }) {
  const delivered = useActorIf('delivered');
  const isOpen = useSelector(delivered, (one) => one !== undefined && isImageOpen(one));
  return isOpen ? <OpenInspector mapHandle={mapHandle} /> : null;
}

function OpenInspector({ mapHandle }: { mapHandle: MapHandle }) {
  const delivered = useActorOf('delivered');
  const isOn = useSelector(delivered, isInspecting);
  useMapKeys((key) => {
    if (key !== 'I') return false;
    togglePixel(mapHandle, delivered);
    return true;
  });
  return isOn ? <Crosshair mapHandle={mapHandle} /> : null;
}

/** Clicks and keys move the crosshair. While shapes are drawn or measured, the map is theirs. */
function useInspecting(mapHandle: MapHandle): void {
  const delivered = useActorOf('delivered');
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  useEffect(() => {
    if (!isFree) return undefined;
    const { map } = mapHandle;
    const clicked = map.on('click', ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap();
      delivered.send({ type: 'pixel.chosen', longitude: lng, latitude: lat });
    });
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isOnMap(event, map)) return;
      const arrow = ARROWS[event.key];
      const step = event.shiftKey ? STEP.wide : STEP.normal;
      if (arrow !== undefined)
        delivered.send({ type: 'pixel.moved', columns: arrow[0] * step, rows: arrow[1] * step });
      else if (event.key === 'Enter') delivered.send({ type: 'pixel.copied' });
      else if (event.key === 'Escape') delivered.send({ type: 'pixel.closed' });
      else return;
      // the map would move with the arrows
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => {
      clicked.unsubscribe();
      document.removeEventListener('keydown', pressed, { capture: true });
    };
  }, [mapHandle, delivered, isFree]);
}

function Crosshair({ mapHandle }: { mapHandle: MapHandle }) {
  const delivered = useActorOf('delivered');
  const pixel = useSelector(delivered, shownPixel);
  const facts = useSelector(delivered, imageFacts);
  const board = useRef<HTMLDivElement>(null);
  useInspecting(mapHandle);
  useEffect(() => {
    if (pixel === null) return undefined;
    const { longitude, latitude } = pixel;
    const follow = () => {
      const { x, y } = mapHandle.map.project([longitude, latitude]);
      const element = board.current;
      if (element === null) return;
      element.style.setProperty('--x', `${Math.round(x)}px`);
      element.style.setProperty('--y', `${Math.round(y)}px`);
      const free = mapHandle.intoFreeMap({ x: x + APART + WIDE, y: Infinity }, EDGE, 8);
      element.style.setProperty('--lower', `${Math.round(free.y)}px`);
      element.dataset['side'] = free.x < x + APART + WIDE ? 'left' : 'right';
    };
    const card = board.current?.lastElementChild;
    const isAcross = matchMedia(PHONE).matches && card instanceof HTMLElement;
    mapHandle.reveal([longitude, latitude, longitude, latitude], isAcross ? card.offsetHeight + ARM : 0);
    follow();
    return mapHandle.onView(follow);
  }, [mapHandle, pixel]);
  if (pixel === null || facts === null) return null;
  return (
    <div ref={board} className="gt-pixel">
      <svg className="gt-pixel__cross" width="44" height="44" viewBox="-22 -22 44 44" aria-hidden="true">
        <path className="gt-pixel__casing" d="M-20 0h13M20 0h-13M0-20v13M0 20v-13" />
        <circle className="gt-pixel__casing" r="12" />
        <path d="M-20 0h13M20 0h-13M0-20v13M0 20v-13" />
        <circle r="12" />
      </svg>
      <PixelCard pixel={pixel} facts={facts} />
    </div>
  );
}
