import type { ImageryExportForm } from '../../contract/imagery.ts';
import { type Aoi, aoiOf } from '../../src/geo/aoi.ts';
import { polygonsOf, type AreaGeometry } from '../../src/geo/area/areaGeometry.ts';
import { boundsOf, type Bounds } from '../../src/geo/entry/bbox.ts';
import { SAMPLE_BYTES } from '../../src/raster/geotiff.ts';
import type { ImageFacts } from '../imagery/layers/imageFile.ts';
import { projectionOf } from '../../src/geo/projections.ts';
import type { Grid } from '../imagery/tiles/warp.ts';

/** Degrees per metre along the equator of WGS 84. */
const DEGREES_PER_METRE = 360 / (2 * Math.PI * 6_378_137);
/** Sample points along each edge of a picture, because straight edges become curved on another grid. */
const EDGE = 32;

/** West, south, east, north of points of a map grid. */
const boxOf = (points: Iterable<number[]>): Bounds =>
  boundsOf({ type: 'Polygon', coordinates: [[...points]] });

/** Points along a picture's edge on another grid. */
function* edgeOn(facts: ImageFacts, epsg: number): Generator<[number, number]> {
  const [from, to] = [projectionOf(facts.epsg), projectionOf(epsg)];
  if (!from || !to) throw new RangeError('no such map grid');
  for (let side = 0; side < 4; side++)
    for (let at = 0; at < EDGE; at++) {
      const share = at / EDGE;
      const [x, y] = [
        [share, 0],
        [1, share],
        [1 - share, 1],
        [0, 1 - share],
      ][side] as [number, number];
      yield to.forward(
        ...from.back(
          facts.west + x * facts.width * facts.pixelWidth,
          facts.north - y * facts.height * facts.pixelHeight,
        ),
      );
    }
}

/** The exported region: the area itself, or its bounding box (§3 outMode). */
export function regionOf(form: Pick<ImageryExportForm, 'outMode'>, aoi: Aoi): Aoi {
  if (form.outMode === 'polygon') return aoi;
  const [west, south, east, north] = aoi.bbox;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return aoiOf({ type: 'Polygon', coordinates: [ring] });
}

/**
 * The grid of an export: the region's bounding box, cut to the picture, with edges at multiples of the pixel
 * size.
 * @returns null if the picture doesn't overlap the region
 */
export function exportGrid(
  form: Pick<ImageryExportForm, 'outProj' | 'outResolution'>,
  region: AreaGeometry,
  facts: ImageFacts,
): Grid | null {
  const epsg = form.outProj === 'EPSG:4326' ? 4326 : 3857;
  const projection = projectionOf(epsg)!;
  const pixel = form.outResolution * (epsg === 4326 ? DEGREES_PER_METRE : 1);
  const corners = polygonsOf(region).flatMap((rings) => rings.flat());
  const requested = boxOf(corners.map(([x = 0, y = 0]) => projection.forward(x, y)));
  const available = boxOf(edgeOn(facts, epsg));
  const [west, south, east, north] = [
    Math.floor(Math.max(requested[0], available[0]) / pixel + 1e-6),
    Math.floor(Math.max(requested[1], available[1]) / pixel + 1e-6),
    Math.ceil(Math.min(requested[2], available[2]) / pixel - 1e-6),
    Math.ceil(Math.min(requested[3], available[3]) / pixel - 1e-6),
  ];
  const [width, height] = [east - west, north - south];
  if (!(width > 0 && height > 0)) return null;
  return {
    epsg,
    west: west * pixel,
    north: north * pixel,
    pixelWidth: pixel,
    pixelHeight: pixel,
    width,
    height,
  };
}

/** How missing pixels are marked: by the picture's no-data value or alpha band, or by an added alpha band. */
export interface Transparency {
  noData: number | null;
  /** Whether an alpha band is appended to the picture's bands. */
  addsAlpha: boolean;
}

/** Unsigned integers without a no-data value get an alpha band, other types an impossible no-data value. */
export function transparencyOf(facts: ImageFacts): Transparency {
  if (facts.noData !== null || facts.alphaBand !== null) return { noData: facts.noData, addsAlpha: false };
  if (facts.kind === 'float32') return { noData: -9999, addsAlpha: false };
  if (facts.kind === 'int16') return { noData: -32_768, addsAlpha: false };
  return { noData: null, addsAlpha: true };
}

/** Uncompressed size of an export in bytes, an upper bound of its file size. */
export function exportBytes(grid: Grid, facts: ImageFacts): number {
  const bands = facts.bands + (transparencyOf(facts).addsAlpha ? 1 : 0);
  return grid.width * grid.height * bands * SAMPLE_BYTES[facts.kind];
}
