import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import type { PanelLayer } from '../../machines/imagery/imagery.rules.ts';
import { useActorOf } from '../shared/actors.tsx';
import { focusAct } from '../shared/rowFocus.ts';
import { placeUnder, shiftsOf } from './dragRows.ts';
import type { Grip } from './LayerRow.tsx';

interface Drag {
  id: number;
  /** Pointer position and row heights at the start of the drag, pixels. */
  from: number;
  heights: readonly number[];
  place: number;
  to: number;
  shifts: readonly number[];
}

/**
 * Reorders the layers by dragging a row's grip, or by its buttons. A drag is local to the view; the actor
 * gets only the final position. Escape cancels a drag.
 */
export function useLayerMoves(layers: readonly PanelLayer[]) {
  const imagery = useActorOf('imagery');
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [news, setNews] = useState<{ name: string; place: number; count: number } | null>(null);
  const move = (id: number, to: number) => {
    imagery.send({ type: 'layer.moved', id, to });
    const name = layers.find((layer) => layer.id === id)?.name ?? '';
    setNews({ name, place: to + 1, count: layers.length });
  };
  const moveTo = (id: number, to: number, act: string) => {
    flushSync(() => move(id, to));
    // React may move the row's element, which loses the focus
    focusAct(id, act);
  };
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(null);
    };
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [isDragging]);
  const grip = (id: number): Grip => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || list.current === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const heights = [...list.current.children].map((row) => row.getBoundingClientRect().height);
      const place = layers.findIndex((layer) => layer.id === id);
      setDrag({ id, from: event.clientY, heights, place, to: place, shifts: [] });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag === null) return;
      const by = event.clientY - drag.from;
      const to = placeUnder(drag.heights, drag.place, by);
      setDrag({ ...drag, to, shifts: shiftsOf(drag.heights, drag.place, to, by) });
    },
    onPointerUp: () => {
      if (drag === null) return;
      setDrag(null);
      if (drag.to !== drag.place) move(drag.id, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { list, drag, grip, moveTo, news };
}
