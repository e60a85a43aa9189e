import { useRef, type PointerEvent } from 'react';
import { shareAt, type Share } from './divider.rules.ts';

/** Ends of the divider's range, or of its small track; window pixels. */
export type Span = () => { from: number; to: number };

/**
 * Dragging with mouse, pen or finger, and single clicks. The dragged item keeps its offset to the pointer; a
 * press next to it moves it there.
 * @param grabbed position of the dragged item, or null if every press sets the position
 */
export function useShareDrag(span: Span, onShare: (share: Share) => void, grabbed: (() => number) | null) {
  const offset = useRef<number | null>(null);
  const move = (event: PointerEvent) => {
    if (offset.current === null) return;
    const { from, to } = span();
    onShare(shareAt(event.clientX - offset.current, from, to));
  };
  const end = () => {
    offset.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      offset.current = grabbed === null ? 0 : event.clientX - grabbed();
      if (grabbed === null) move(event);
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  };
}
