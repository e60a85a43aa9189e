import type { Position } from 'geojson';
import { signedRingKm2 } from '../../../../geo/area/area.ts';
import {
  areaOfPolygons,
  latOf,
  lonOf,
  roundedDegrees,
  type AreaGeometry,
  type Rings,
} from '../../../../geo/area/areaGeometry.ts';
import { joinedAt180 } from '../../../../geo/antimeridian/joinAntimeridian.ts';
import { crossingOfStretch, type Line } from '../../../../geo/check/edgeCrossing.ts';
import { areaVerdict, crossingVerdict, type Verdict } from '../../kernel/verdict.ts';

/** A ring without its closing position. `polygon`: index of the part, whose first ring is its outline. */
interface EditRing {
  polygon: number;
  isHole: boolean;
  positions: readonly Position[];
}
/** An editable area: not cut at 180°, so longitudes may exceed ±180. */
export type EditShape = readonly EditRing[];

/** One change. `ring`: index over all rings; `vertex`: from 0, an added vertex follows it. Degrees. */
export type Change =
  | { kind: 'move'; ring: number; vertex: number; to: Position }
  | { kind: 'add'; ring: number; vertex: number; to: Position }
  | { kind: 'remove'; ring: number; vertex: number }
  | { kind: 'shift'; lon: number; lat: number };

/** Maximum vertices for a check within one frame; the AOI's actor checks larger shapes after the change. */
const WHOLE_MAX = 1000;

/** A ring needs more vertices than this to lose one. */
const VERTICES_MIN = 3;

/** Makes the shape of an AOI. */
export function shapeOf(geometry: AreaGeometry): EditShape {
  return joinedAt180(geometry).flatMap((rings, polygon) =>
    rings.map((ring, index) => ({ polygon, isHole: index > 0, positions: ring.slice(0, -1) })),
  );
}

/** The shape as an AOI geometry. */
export function geometryOf(shape: EditShape): AreaGeometry {
  const polygons = new Map<number, Rings>();
  for (const { polygon, positions } of shape) {
    const rings = polygons.get(polygon) ?? [];
    rings.push([...positions, positions[0]!]);
    polygons.set(polygon, rings);
  }
  return areaOfPolygons([...polygons.values()]);
}

export function vertexCount(shape: EditShape): number {
  return shape.reduce((sum, { positions }) => sum + positions.length, 0);
}

/** Rounds a position to the AOI's grid and clamps its latitude. */
export function placeOf(lon: number, lat: number): Position {
  return [roundedDegrees(lon), roundedDegrees(Math.min(90, Math.max(-90, lat)))];
}

const neighbour = (positions: readonly Position[], at: number) =>
  positions[(at + positions.length) % positions.length]!;

/** The section of a ring that a change replaces, old and new, between unchanged vertices; null for shifts. */
export function stretchOf(
  shape: EditShape,
  change: Change,
): { before: readonly Position[]; after: readonly Position[] } | null {
  if (change.kind === 'shift') return null;
  const positions = shape[change.ring]?.positions ?? [];
  const here = neighbour(positions, change.vertex);
  const next = neighbour(positions, change.vertex + 1);
  if (change.kind === 'add') return { before: [here, next], after: [here, change.to, next] };
  const last = neighbour(positions, change.vertex - 1);
  return {
    before: [last, here, next],
    after: change.kind === 'move' ? [last, change.to, next] : [last, next],
  };
}

/** The shape after a change; null if it would be empty. */
export function changed(shape: EditShape, change: Change): EditShape | null {
  if (change.kind === 'shift') {
    const moved = (at: Position) => placeOf(lonOf(at) + change.lon, latOf(at) + change.lat);
    return shape.map((ring) => ({ ...ring, positions: ring.positions.map(moved) }));
  }
  const ring = shape[change.ring];
  if (ring === undefined) return null;
  if (change.kind === 'remove' && ring.positions.length <= VERTICES_MIN) return withoutRing(shape, ring);
  const positions = [...ring.positions];
  if (change.kind === 'move') positions[change.vertex] = change.to;
  else if (change.kind === 'add') positions.splice(change.vertex + 1, 0, change.to);
  else positions.splice(change.vertex, 1);
  return shape.map((one, index) => (index === change.ring ? { ...one, positions } : one));
}

/** A hole of three vertices that loses one is filled, and a part is removed unless it is the last. */
function withoutRing(shape: EditShape, ring: EditRing): EditShape | null {
  const rest = shape.filter((one) => (ring.isHole ? one !== ring : one.polygon !== ring.polygon));
  return rest.length === 0 ? null : rest;
}

/** Limits a shift so that the whole shape stays on the globe. */
export function shiftWithin(shape: EditShape, lon: number, lat: number): Change {
  let [south, north] = [90, -90];
  for (const { positions } of shape)
    for (const at of positions) {
      south = Math.min(south, latOf(at));
      north = Math.max(north, latOf(at));
    }
  return {
    kind: 'shift',
    lon: roundedDegrees(lon),
    lat: roundedDegrees(Math.min(90 - north, Math.max(-90 - south, lat))),
  };
}

/** Signed areas of a shape's rings, km², and the area after a change, computed at every pointer move. */
export class ShapeArea {
  private readonly shape: EditShape;
  private readonly rings: readonly number[];

  constructor(shape: EditShape) {
    this.shape = shape;
    this.rings = shape.map(({ positions }) => signedRingKm2([...positions, positions[0]!]));
  }

  /** Area after a change, km². Moving a vertex recomputes only its two edges. */
  after(change: Change | null): number {
    if (change === null) return this.sum(this.rings);
    const next = change.kind === 'shift' || change.kind === 'remove' ? changed(this.shape, change) : null;
    if (next !== null) return new ShapeArea(next).after(null);
    const stretch = stretchOf(this.shape, change);
    if (stretch === null || change.kind === 'shift') return this.sum(this.rings);
    // the signed area gained is the loop along the new section and back along the old one
    const loop = [...stretch.after, ...stretch.before.slice(0, -1).toReversed()];
    return this.sum(
      this.rings.map((area, index) => (index === change.ring ? area + signedRingKm2(loop) : area)),
    );
  }

  private sum(rings: readonly number[]): number {
    const total = rings.reduce(
      (sum, area, index) => sum + (this.shape[index]?.isHole === true ? -1 : 1) * Math.abs(area),
      0,
    );
    return Math.max(0, total);
  }
}

/** The edges that a change removes from its ring, by their start vertices. */
function edgesTaken(shape: EditShape, change: Exclude<Change, { kind: 'shift' }>): number[] {
  const count = shape[change.ring]?.positions.length ?? 0;
  const before = (change.vertex + count - 1) % count;
  return change.kind === 'add' ? [change.vertex] : [before, change.vertex];
}

/**
 * Why a change is invalid; null if it is valid. Only the changed edges are tested for crossings, so that an
 * outline of 10,000 vertices can be checked at every pointer move.
 */
export function changeVerdict(shape: EditShape, change: Change): Verdict | null {
  const stretch = stretchOf(shape, change);
  if (change.kind !== 'shift' && stretch !== null) {
    const lines = shape.map(({ positions }, ring): Line => ({
      positions,
      isClosed: true,
      isOwn: ring === change.ring,
      ...(ring === change.ring ? { without: edgesTaken(shape, change) } : {}),
    }));
    const place = crossingOfStretch(stretch.after, lines);
    if (place !== null) return crossingVerdict(place);
  }
  const next = changed(shape, change);
  return next === null || vertexCount(next) > WHOLE_MAX ? null : areaVerdict(geometryOf(next));
}
