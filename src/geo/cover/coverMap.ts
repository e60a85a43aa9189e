import type { Aoi } from '../aoi.ts';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { labelPoint } from '../area/labelPoint.ts';
import { sketchOf } from '../area/sketch.ts';
import { viewBoundsOf } from '../entry/bbox.ts';
import { quicklookCorners } from '../scenes/quicklookCorners.ts';
import { differenceOf, intersectionOf } from './cover.ts';

/** Space around the AOI, and the least distance of a number from the edge, units. */
const MARGIN = 3;
const EDGE = 10;
/** How far numbers stand apart that would lie on each other, units. */
const APART = 20;

/** A footprint on the map of an AOI. */
interface CoverPart {
  /** SVG path data of what it covers; '' for nothing. */
  path: string;
  /** Where its number stands. */
  place: readonly [number, number];
  /** What lays a picture of 1 × 1 units on the footprint, an SVG transform. */
  picture: string;
}

/** A map of an AOI with what footprints cover of it, the first on top. @param box its size in units */
export function coverMap(
  { geometry }: Pick<Aoi, 'geometry'>,
  footprints: readonly AreaGeometry[],
  box: { width: number; height: number },
): { outline: string; parts: CoverPart[] } {
  const sketch = sketchOf(viewBoundsOf(geometry), box, MARGIN);
  const within = (value: number, size: number) => Math.min(size - EDGE, Math.max(EDGE, value));
  const parts = footprints.map((footprint, at): CoverPart => {
    const part = intersectionOf(footprint, geometry);
    // its number stands on what no earlier one covers, or beside theirs
    const open = footprints.slice(0, at).reduce((rest, earlier) => rest && differenceOf(rest, earlier), part);
    const [lon = 0, lat = 0] = labelPoint(open ?? part ?? geometry).point;
    const [x, y] = sketch.place(lon, lat);
    const [origin, right, , down] = quicklookCorners(footprint).map((corner) => sketch.place(...corner));
    const [x0, y0] = origin!;
    const matrix = [right![0] - x0, right![1] - y0, down![0] - x0, down![1] - y0, x0, y0];
    return {
      path: part === null ? '' : sketch.path(part),
      place: [within(x + (open === null ? at * APART : 0), box.width), within(y, box.height)],
      picture: `matrix(${matrix.join(' ')})`,
    };
  });
  return { outline: sketch.path(geometry), parts };
}
