import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { useActorOf } from '../../shared/actors.tsx';

type Point = [number, number];

/** A step of the keys, as a share of a pane's shorter side. */
const STEP = 0.1;
/** A press of plus or minus. */
export const ZOOM_STEP = 1.5;
/** A notch of the wheel is 100 pixels. */
const WHEEL = 400;

const ARROWS: Record<string, Point> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
const KEYS: Record<string, number> = { '+': 1 / ZOOM_STEP, '=': 1 / ZOOM_STEP, '-': ZOOM_STEP };

const meanOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
/** How far two fingers are apart, pixels; 1 for one. */
const spreadOf = ([a, b]: readonly Point[]): number =>
  a === undefined || b === undefined ? 1 : Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;

/** A point of the page from a pane's middle, as shares of its shorter side. */
function sharesOf(pane: HTMLElement, [x, y]: Point): Point {
  const { left, top, width, height } = pane.getBoundingClientRect();
  const side = Math.min(width, height);
  return [(x - left - width / 2) / side, (y - top - height / 2) / side];
}

/** The crosshair of every pane follows the pointer over one, without rendering. */
function pointAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const { left, top } = currentTarget.getBoundingClientRect();
  const all = currentTarget.closest<HTMLElement>('.gt-look');
  all?.style.setProperty('--x', `${clientX - left}px`);
  all?.style.setProperty('--y', `${clientY - top}px`);
}

/** Moves all panes: by dragging, with two fingers, with the wheel and with the keys. */
export function usePaneGestures(pane: RefObject<HTMLElement | null>) {
  const look = useActorOf('look');
  const pointers = useRef(new Map<number, Point>());
  useEffect(() => {
    const { current } = pane;
    if (current === null) return undefined;
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
      const at = sharesOf(current, [event.clientX, event.clientY]);
      look.send({ type: 'panes.zoomed', factor: 2 ** (pixels / WHEEL), at });
    };
    // React's listeners of the wheel are passive
    current.addEventListener('wheel', turned, { passive: false });
    return () => current.removeEventListener('wheel', turned);
  }, [look, pane]);
  const released = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      pointAt(event);
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
      const after = [...pointers.current.values()];
      const [from, to] = [meanOf(before), meanOf(after)].map((point) => sharesOf(event.currentTarget, point));
      look.send({ type: 'panes.dragged', by: [to![0] - from![0], to![1] - from![1]] });
      if (after.length > 1)
        look.send({ type: 'panes.zoomed', factor: spreadOf(before) / spreadOf(after), at: to! });
    },
    onPointerUp: released,
    onPointerCancel: released,
    onKeyDown: (event: KeyboardEvent) => {
      const by = ARROWS[event.key];
      const factor = KEYS[event.key];
      if (by !== undefined) look.send({ type: 'panes.dragged', by });
      else if (factor !== undefined) look.send({ type: 'panes.zoomed', factor, at: [0, 0] });
      else if (event.key === '0') look.send({ type: 'panes.fitted' });
      else return;
      event.preventDefault();
    },
  };
}
