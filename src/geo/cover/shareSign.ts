import type { Aoi } from '../aoi.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { sketchOf } from '../area/sketch.ts';
import { viewBoundsOf } from '../entry/bbox.ts';
import { memoBy } from '../memo.ts';
import { largestOuters } from '../write/outline.ts';
import { intersectionOf } from './cover.ts';

/** The size of the sign, units. */
export const SIGN = { width: 19, height: 13 } as const;
/** Half of the outline's width, units. */
const MARGIN = 0.75;
/** The parts and vertices that are distinguishable at this size. */
const PARTS_MAX = 4;
const VERTICES_MAX = 24;

/** SVG path data in the sign's units, filled by the even-odd rule. */
interface ShareSign {
  outline: string;
  /** '' if the footprint covers nothing of it. */
  part: string;
}

/** The outline of an AOI, simplified, and the part of it that a footprint covers. */
export const shareSign = memoBy(({ geometry }: Pick<Aoi, 'geometry'>) => {
  const area = largestOuters(geometry, PARTS_MAX, VERTICES_MAX);
  const sketch = sketchOf(viewBoundsOf(area), SIGN, MARGIN);
  const outline = sketch.path(area);
  return memoBy((footprint: AreaGeometry): ShareSign => {
    const part = intersectionOf(area, footprint);
    return { outline, part: part === null ? '' : sketch.path(part) };
  });
});
