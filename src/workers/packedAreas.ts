import type { AreaGeometry } from '../geo/aoi.ts';

/**
 * Areas as two arrays, transferred without copying: cloning thousands of small objects is slow. `counts`
 * holds the number of polygons of each area, of rings of each polygon, and of positions of each ring.
 */
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
