import type { Position } from 'geojson';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { latOf, lonOf, type AreaGeometry, type Ring } from '../area/areaGeometry.ts';
import { joinedAt180 } from './joinAntimeridian.ts';

/** From south to north, degrees. */
type Stretch = readonly [south: number, north: number];

function stretchesAt(rings: readonly Ring[], lon: number): Stretch[] {
  return rings.flatMap((ring) =>
    ring.slice(1).flatMap((to, index): Stretch[] => {
      const from = ring[index]!;
      if (lonOf(from) !== lon || lonOf(to) !== lon) return [];
      return [[Math.min(latOf(from), latOf(to)), Math.max(latOf(from), latOf(to))]];
    }),
  );
}

/**
 * The outline of an AOI as it is drawn: its rings before the cut at 180° (joinedAt180), and of a ring around the globe
 * only its own edges, without those along ±180° with ground on both sides, and along a pole.
 */
export function outlinesOf(geometry: AreaGeometry): Position[][] {
  const rings = joinedAt180(geometry).flat();
  const [western, eastern] = [stretchesAt(rings, -LONGITUDE_MAX), stretchesAt(rings, LONGITUDE_MAX)];
  if (western.length === 0 || eastern.length === 0) return rings;
  const isCut = (from: Position, to: Position): boolean => {
    if (latOf(from) === latOf(to) && Math.abs(latOf(from)) === LATITUDE_MAX) return true;
    if (lonOf(from) !== lonOf(to) || Math.abs(lonOf(from)) !== LONGITUDE_MAX) return false;
    const middle = (latOf(from) + latOf(to)) / 2;
    const across = lonOf(from) > 0 ? western : eastern;
    return across.some(([south, north]) => south < middle && middle < north);
  };
  return rings.flatMap((ring) => linesOf(ring, isCut));
}

/** The lines that are left of a ring. */
function linesOf(ring: Ring, isCut: (from: Position, to: Position) => boolean): Position[][] {
  const first = ring.slice(1).findIndex((to, index) => isCut(ring[index]!, to));
  if (first === -1) return [ring];
  const open = ring.slice(0, -1);
  const turned = [...open.slice(first + 1), ...open.slice(0, first + 1)];
  const lines: Position[][] = [[turned[0]!]];
  turned.slice(1).forEach((to, index) => {
    if (isCut(turned[index]!, to)) lines.push([to]);
    else lines[lines.length - 1]!.push(to);
  });
  return lines.filter((line) => line.length > 1);
}
