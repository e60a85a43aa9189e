import type { Aoi, AreaGeometry } from '../geo/aoi.ts';
import { bestCover, type CoverFound } from '../geo/cover/bestCover.ts';
import { coveredShare } from '../geo/cover/cover.ts';

/** What the worker is asked. Areas go as numbers in one array: thousands of small objects take long to hand over. */
export interface CoverQuestion {
  aoi: Aoi;
  footprints: PackedAreas;
  /** Wanted share, 0..1; null for the share of each footprint. */
  share: number | null;
}
export type CoverAnswer = { shares: Float64Array<ArrayBuffer> } | { cover: CoverFound };

/** Areas: for each its polygons' number, for each polygon its rings', for each ring its positions'. */
export interface PackedAreas {
  counts: Uint32Array<ArrayBuffer>;
  /** Longitude and latitude of each position. */
  degrees: Float64Array<ArrayBuffer>;
}

export function packedAreas(areas: readonly AreaGeometry[]): PackedAreas {
  const counts: number[] = [];
  const degrees: number[] = [];
  for (const area of areas) {
    const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
    counts.push(polygons.length);
    for (const rings of polygons) {
      counts.push(rings.length);
      for (const ring of rings) {
        counts.push(ring.length);
        for (const [lon, lat] of ring) degrees.push(lon ?? Number.NaN, lat ?? Number.NaN);
      }
    }
  }
  return { counts: Uint32Array.from(counts), degrees: Float64Array.from(degrees) };
}

export function unpackedAreas({ counts, degrees }: PackedAreas): AreaGeometry[] {
  const areas: AreaGeometry[] = [];
  let [count, degree] = [0, 0];
  const next = () => counts[count++]!;
  while (count < counts.length) {
    const polygons = Array.from({ length: next() }, () =>
      Array.from({ length: next() }, () =>
        Array.from({ length: next() }, () => [degrees[degree++]!, degrees[degree++]!]),
      ),
    );
    areas.push(
      polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0]! }
        : { type: 'MultiPolygon', coordinates: polygons },
    );
  }
  return areas;
}

/** The answer to a question; thousands of footprints over an AOI of thousands of vertices take seconds. */
export function answerOf({ aoi, footprints, share }: CoverQuestion): CoverAnswer {
  const areas = unpackedAreas(footprints);
  if (share === null) return { shares: Float64Array.from(areas, (area) => coveredShare(area, aoi)) };
  return { cover: bestCover(areas, aoi, share) };
}
