import type { MultiPolygon, Polygon, Position } from 'geojson';

interface LabelPoint {
  /** Longitude, latitude in degrees. */
  point: Position;
  /** Square root of the largest part's area, degrees: limits the width of the label. */
  size: number;
}

function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++)
    sum += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  return sum / 2;
}

/** Sections of a parallel inside a ring, west to east. */
function stretchesAt(ring: readonly Position[], latitude: number): number[] {
  const crossings: number[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [aLon, aLat] = [ring[i - 1]![0]!, ring[i - 1]![1]!];
    const [bLon, bLat] = [ring[i]![0]!, ring[i]![1]!];
    if (aLat > latitude !== bLat > latitude)
      crossings.push(aLon + ((latitude - aLat) / (bLat - aLat)) * (bLon - aLon));
  }
  return crossings.sort((a, b) => a - b);
}

/**
 * Position of a country's label: in its largest part, at the widest section of a parallel near the middle. A
 * label is wide and low, so width matters more than roundness.
 */
export function labelPoint(geometry: Polygon | MultiPolygon): LabelPoint {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  let largest: readonly Position[] = [];
  let area = -1;
  for (const [outer] of parts) {
    const size = Math.abs(signedArea(outer ?? []));
    if (outer !== undefined && size > area) [largest, area] = [outer, size];
  }
  const latitudes = largest.map((position) => position[1]!);
  // reduce, because spreading 50,000 positions would overflow the stack
  const south = latitudes.reduce((a, b) => Math.min(a, b), 90);
  const north = latitudes.reduce((a, b) => Math.max(a, b), -90);
  let best = { point: largest[0] ?? [0, 0], width: -1 };
  for (const share of [0.5, 0.42, 0.58, 0.34, 0.66]) {
    const latitude = south + (north - south) * share;
    const crossings = stretchesAt(largest, latitude);
    for (let i = 1; i < crossings.length; i += 2) {
      const width = crossings[i]! - crossings[i - 1]!;
      // prefer the middle parallel unless another is clearly wider
      const worth = width * (1 - Math.abs(share - 0.5));
      if (worth > best.width)
        best = { point: [(crossings[i]! + crossings[i - 1]!) / 2, latitude], width: worth };
    }
  }
  return { point: best.point, size: Math.sqrt(Math.max(0, area)) };
}
