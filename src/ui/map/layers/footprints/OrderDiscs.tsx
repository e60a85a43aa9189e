import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { orderScenes } from '../../../../machines/orders/orderPage.selectors.ts';
import { useActorIf } from '../../../shared/actors.tsx';
import { setHovered } from '../../../shared/hover.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { ticksOf } from '../../kernel/ticks.ts';
import './orderDiscs.css';

/** The numbers of an order's scenes, on their footprints as in the list; hovering one lights its footprint. */
export function OrderDiscs({ mapHandle }: { mapHandle: MapHandle }) {
  const scenes = useSelector(useActorIf('orderPage'), (page) => page && orderScenes(page)) ?? null;
  const discs = useMemo(
    () =>
      (scenes ?? []).flatMap(({ id, geometry }, at) => {
        const [tick] = ticksOf([geometry]);
        return tick === undefined ? [] : [{ id, number: at + 1, ...tick }];
      }),
    [scenes],
  );
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (discs.length === 0) return undefined;
    const follow = () => {
      for (const [at, { position, offset }] of discs.entries()) {
        const { x, y } = mapHandle.map.project(position);
        const disc = board.current?.children[at];
        if (disc instanceof HTMLElement)
          disc.style.transform = `translate(${Math.round(x + offset[0])}px, ${Math.round(y + offset[1])}px)`;
      }
    };
    follow();
    return mapHandle.onView(follow);
  }, [mapHandle, discs]);
  return (
    <div ref={board} className="gt-clip gt-fill gt-through" aria-hidden="true">
      {discs.map(({ id, number }) => (
        <div
          key={id}
          className="gt-order-discs__place gt-reachable gt-placed gt-filled gt-centre gt-round"
          onPointerEnter={() => setHovered(id)}
          onPointerLeave={() => setHovered(null)}
        >
          {number}
        </div>
      ))}
    </div>
  );
}
