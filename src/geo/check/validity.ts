import type { Rings } from '../area/areaGeometry.ts';
import { errorAt, findTouches, type Touch } from './crossings.ts';
import type { GeometryError, GeometryErrorCode } from '../geometryError.ts';
import { gridRing, sideOfGridRing, turnOf, type GridRing } from '../grid.ts';

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

function boxOf(ring: GridRing): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let i = 0; i < ring.x.length; i++) {
    box.west = Math.min(box.west, ring.x[i]!);
    box.east = Math.max(box.east, ring.x[i]!);
    box.south = Math.min(box.south, ring.y[i]!);
    box.north = Math.max(box.north, ring.y[i]!);
  }
  return box;
}

/** Whether all vertices of a ring are on one line, so that it encloses nothing. Exact. */
export function isFlat(ring: GridRing): boolean {
  const [ax, ay] = [ring.x[0]!, ring.y[0]!];
  let far = 0;
  for (let i = 1; i < ring.x.length && far === 0; i++) if (ring.x[i] !== ax || ring.y[i] !== ay) far = i;
  return ring.x.every((x, i) => turnOf(ax, ay, ring.x[far]!, ring.y[far]!, x, ring.y[i]!) === 0);
}

/** The rings of several polygons, with their bounding boxes and the points where they touch. */
class Arrangement {
  readonly rings: readonly GridRing[];
  readonly boxes: readonly Box[];
  readonly touches: readonly Touch[];
  private readonly touchesOfPair = new Map<number, Touch[]>();

  constructor(rings: readonly GridRing[]) {
    this.rings = rings;
    this.boxes = rings.map(boxOf);
    this.touches = findTouches(rings);
    for (const touch of this.touches) {
      const key = this.pairOf(touch.ring, touch.other);
      const list = this.touchesOfPair.get(key);
      if (list === undefined) this.touchesOfPair.set(key, [touch]);
      else list.push(touch);
    }
  }

  private pairOf(ring: number, other: number): number {
    return ring * this.rings.length + other;
  }

  /** Whether a part of a ring is inside another one; rings that touch may cross there. */
  isInside(ring: number, other: number): boolean {
    const [a, b] = [this.boxes[ring]!, this.boxes[other]!];
    const isWithin = a.west >= b.west && a.east <= b.east && a.south >= b.south && a.north <= b.north;
    const mayBe = isWithin || this.touchesOfPair.has(this.pairOf(ring, other));
    return mayBe && this.sidesOf(ring, other).inside;
  }

  /**
   * Which sides of another ring a ring is on, if they don't cross: tests a point of each piece between
   * touches.
   */
  sidesOf(ring: number, other: number): { inside: boolean; outside: boolean } {
    const [a, b] = [this.boxes[ring]!, this.boxes[other]!];
    if (a.west > b.east || b.west > a.east || a.south > b.north || b.south > a.north)
      return { inside: false, outside: true };
    const [own, against] = [this.rings[ring]!, this.rings[other]!];
    const touches = this.touchesOfPair.get(this.pairOf(ring, other));
    if (touches === undefined) {
      const side = sideOfGridRing(own.x[0]!, own.y[0]!, against);
      return { inside: side > 0, outside: side < 0 };
    }
    const sides = { inside: false, outside: false };
    for (const edge of new Set(touches.map((touch) => touch.edge))) {
      const [ax, ay, bx, by] = [own.x[edge]!, own.y[edge]!, own.x[edge + 1]!, own.y[edge + 1]!];
      const stops = [
        { x: ax, y: ay },
        ...touches.filter((touch) => touch.edge === edge),
        { x: bx, y: by },
      ].sort((p, q) => Math.hypot(p.x - ax, p.y - ay) - Math.hypot(q.x - ax, q.y - ay));
      for (let i = 1; i < stops.length; i++) {
        const [p, q] = [stops[i - 1]!, stops[i]!];
        if (p.x === q.x && p.y === q.y) continue;
        const side = sideOfGridRing((p.x + q.x) / 2, (p.y + q.y) / 2, against);
        if (side > 0) sides.inside = true;
        if (side < 0) sides.outside = true;
      }
    }
    return sides;
  }

  errorAtRing(code: GeometryErrorCode, ring: number): GeometryError {
    return errorAt(code, this.rings[ring]!.x[0]!, this.rings[ring]!.y[0]!);
  }
}

/**
 * Refuses a polygon that OGC 06-103r4 §6.1.11 calls invalid: rings that cross, overlap or meet themselves,
 * holes outside the outer ring or inside each other, holes that cut the interior in two. Rings may touch at
 * single points. Expects closed rings of degrees with 7 decimals (roundedDegrees), without repeats. Exact.
 * @throws GeometryError selfCrossing | holeOutside with the place in lon, lat
 */
export function checkPolygon(rings: Rings): void {
  const arrangement = new Arrangement(rings.map(gridRing));
  for (let hole = 1; hole < rings.length; hole++) {
    if (arrangement.sidesOf(hole, 0).outside) throw arrangement.errorAtRing('holeOutside', hole);
    for (let other = 1; other < hole; other++) {
      if (arrangement.isInside(hole, other)) throw arrangement.errorAtRing('holeOutside', hole);
      if (arrangement.isInside(other, hole)) throw arrangement.errorAtRing('holeOutside', other);
    }
  }
  refuseCutInterior(arrangement.touches);
}

/** Rings and the points where they touch form a graph: a cycle in it closes off a part of the interior. */
function refuseCutInterior(touches: readonly Touch[]): void {
  const leader = new Map<string, string>();
  const find = (node: string): string => {
    let top = node;
    for (let up = leader.get(top); up !== undefined; up = leader.get(top)) top = up;
    return top;
  };
  const seen = new Set<string>();
  for (const touch of touches) {
    const [ring, point] = [`ring ${touch.ring}`, `${touch.x} ${touch.y}`];
    if (seen.has(`${ring} ${point}`)) continue;
    seen.add(`${ring} ${point}`);
    const [a, b] = [find(ring), find(point)];
    if (a === b) throw errorAt('selfCrossing', touch.x, touch.y);
    leader.set(a, b);
  }
}

/**
 * Refuses polygons that share more than single points (OGC 06-103r4 §6.1.14). Each has passed checkPolygon.
 * @throws GeometryError selfCrossing | partsOverlap with the place in lon, lat
 */
export function checkParts(polygons: readonly Rings[]): void {
  const firstRing: number[] = [];
  let count = 0;
  for (const rings of polygons) {
    firstRing.push(count);
    count += rings.length;
  }
  const arrangement = new Arrangement(polygons.flat().map(gridRing));
  for (const [i, ring] of firstRing.entries())
    for (const [j, outer] of firstRing.entries()) {
      if (i === j || !arrangement.isInside(ring, outer)) continue;
      const holes = polygons[j]!.slice(1).map((_, hole) => outer + 1 + hole);
      if (!holes.some((hole) => !arrangement.sidesOf(ring, hole).outside))
        throw arrangement.errorAtRing('partsOverlap', ring);
    }
}
