import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { isBrowsing } from '../../../../machines/map/map.selectors.ts';
import { areResultsShown } from '../../../../machines/search/results.selectors.ts';
import { useActorOf, usePortal } from '../../../shared/actors.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';

/** Pixels of the map. */
export interface Corner {
  x: number;
  y: number;
}

/** The selection box over the map. */
export class ChoiceBox {
  private readonly box = document.createElement('div');

  constructor(private readonly map: MapLibre) {
    this.box.className = 'gt-map__box gt-placed gt-round-bar gt-through';
  }

  /** Draws the box between opposite corners. */
  show(a: Corner, b: Corner): void {
    const { style } = this.box;
    style.transform = `translate(${Math.min(a.x, b.x)}px, ${Math.min(a.y, b.y)}px)`;
    style.width = `${Math.abs(b.x - a.x)}px`;
    style.height = `${Math.abs(b.y - a.y)}px`;
    if (!this.box.isConnected) this.map.getContainer().append(this.box);
  }

  isShown(): boolean {
    return this.box.isConnected;
  }

  hide(): void {
    this.box.remove();
  }
}

/** A shorter drag counts as a click, pixels. */
const SHORTEST = 5;

/**
 * Dragging with Shift draws a box and selects the scenes that it touches. For touch and keyboard, the
 * results' menu has a mode (`Choosing`).
 */
export function useBoxChoice(mapHandle: MapHandle): void {
  const portal = usePortal();
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  const hasList = useSelector(useActorOf('results'), areResultsShown);
  useEffect(() => {
    if (!isFree || !hasList) return undefined;
    const { map } = mapHandle;
    const box = new ChoiceBox(map);
    let from: Corner | null = null;
    const end = () => {
      from = null;
      box.hide();
      map.dragPan.enable();
    };
    const pressed = ({ point, originalEvent }: MapMouseEvent) => {
      if (!originalEvent.shiftKey || originalEvent.button !== 0) return;
      from = point;
      // the drag draws the box instead of panning
      map.dragPan.disable();
    };
    const moved = ({ point }: MapMouseEvent) => {
      if (from === null || Math.hypot(point.x - from.x, point.y - from.y) < SHORTEST) return;
      box.show(from, point);
    };
    const released = ({ point }: MapMouseEvent) => {
      if (from === null) return;
      const [a, b] = [from, point];
      const isBox = box.isShown();
      end();
      if (!isBox) return;
      const lower = map.unproject([Math.min(a.x, b.x), Math.max(a.y, b.y)]);
      const upper = map.unproject([Math.max(a.x, b.x), Math.min(a.y, b.y)]);
      portal.send({ type: 'scenes.boxed', bbox: [lower.lng, lower.lat, upper.lng, upper.lat] });
    };
    const keyed = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && from !== null) end();
    };
    // releasing outside of the map cancels the drag
    const left = () => {
      if (from !== null) end();
    };
    map.on('mousedown', pressed);
    map.on('mousemove', moved);
    map.on('mouseup', released);
    addEventListener('keydown', keyed);
    addEventListener('blur', left);
    return () => {
      map.off('mousedown', pressed);
      map.off('mousemove', moved);
      map.off('mouseup', released);
      removeEventListener('keydown', keyed);
      removeEventListener('blur', left);
      end();
    };
  }, [mapHandle, portal, isFree, hasList]);
}
