import type { Footprint } from '../../contract/search.ts';

type Rings = readonly (readonly (readonly number[])[])[];

const bits = new DataView(new ArrayBuffer(8));

/** A finite double as an exact integer: value × 2^1074. */
function exact(value: number): bigint {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return raw >> 63n === 1n ? -magnitude : magnitude;
}

/** Bound on the rounding error of the determinant below: Shewchuk 1997, "Adaptive precision", ccwerrboundA. */
const ERROR_BOUND = (3 + 16 * 2 ** -53) * 2 ** -53;

/**
 * Sign of the area of triangle abc: positive when counter-clockwise, 0 exactly when the points are collinear.
 * Plain arithmetic where its rounding cannot matter, integers where it could.
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  if (Math.abs(determinant) > ERROR_BOUND * (Math.abs(left) + Math.abs(right))) return determinant;
  const [x, y] = [exact(cx), exact(cy)];
  const product = (exact(ax) - x) * (exact(by) - y) - (exact(ay) - y) * (exact(bx) - x);
  return product > 0n ? 1 : product < 0n ? -1 : 0;
}

/** Whether point c, collinear with ab, lies between them. */
function isBetween(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  return Math.min(ax, bx) <= cx && cx <= Math.max(ax, bx) && Math.min(ay, by) <= cy && cy <= Math.max(ay, by);
}

/** Whether the closed segments ab and cd share a point. */
function segmentsMeet(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): boolean {
  const abc = orientation(ax, ay, bx, by, cx, cy);
  const abd = orientation(ax, ay, bx, by, dx, dy);
  if ((abc > 0 && abd > 0) || (abc < 0 && abd < 0)) return false;
  const cda = orientation(cx, cy, dx, dy, ax, ay);
  const cdb = orientation(cx, cy, dx, dy, bx, by);
  if ((cda > 0 && cdb > 0) || (cda < 0 && cdb < 0)) return false;
  if (abc !== 0 || abd !== 0 || cda !== 0 || cdb !== 0) {
    if (abc === 0 && isBetween(ax, ay, bx, by, cx, cy)) return true;
    if (abd === 0 && isBetween(ax, ay, bx, by, dx, dy)) return true;
    if (cda === 0 && isBetween(cx, cy, dx, dy, ax, ay)) return true;
    if (cdb === 0 && isBetween(cx, cy, dx, dy, bx, by)) return true;
    return abc * abd < 0 && cda * cdb < 0;
  }
  return (
    isBetween(ax, ay, bx, by, cx, cy) ||
    isBetween(ax, ay, bx, by, dx, dy) ||
    isBetween(cx, cy, dx, dy, ax, ay)
  );
}

/** Whether the ray from (px, py) towards greater x crosses the edge ab (half-open in y, so vertices count once). */
function rayCrosses(px: number, py: number, ax: number, ay: number, bx: number, by: number): boolean {
  if (ay > py === by > py) return false;
  const side = orientation(ax, ay, bx, by, px, py);
  return by > ay ? side > 0 : side < 0;
}

/** Calls back with each edge of the rings; stops and answers true as soon as the callback does. */
function someEdge(
  rings: Rings,
  wanted: (ax: number, ay: number, bx: number, by: number) => boolean,
): boolean {
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const from = ring[i - 1]!;
      const to = ring[i]!;
      if (wanted(from[0]!, from[1]!, to[0]!, to[1]!)) return true;
    }
  return false;
}

function isInsideRings(x: number, y: number, rings: Rings): boolean {
  let inside = false;
  someEdge(rings, (ax, ay, bx, by) => {
    if (rayCrosses(x, y, ax, ay, bx, by)) inside = !inside;
    return false;
  });
  return inside;
}

/** Edges of an area, listed by the horizontal strips they touch, so that a small footprint meets few of them. */
class EdgeStrips {
  readonly #edges: Float64Array;
  readonly #strips: number[][];
  readonly #south: number;
  readonly #height: number;

  constructor(parts: readonly Rings[]) {
    const flat: number[] = [];
    for (const rings of parts)
      someEdge(rings, (ax, ay, bx, by) => {
        flat.push(ax, ay, bx, by);
        return false;
      });
    this.#edges = Float64Array.from(flat);
    const count = Math.min(4096, Math.max(1, flat.length >> 4));
    let [south, north] = [Infinity, -Infinity];
    for (let i = 1; i < flat.length; i += 2) {
      south = Math.min(south, flat[i]!);
      north = Math.max(north, flat[i]!);
    }
    this.#south = south;
    this.#height = (north - south) / count || 1;
    this.#strips = Array.from({ length: count }, () => []);
    for (let e = 0; e < flat.length; e += 4) {
      const last = this.#stripOf(Math.max(flat[e + 1]!, flat[e + 3]!));
      for (let s = this.#stripOf(Math.min(flat[e + 1]!, flat[e + 3]!)); s <= last; s++)
        this.#strips[s]!.push(e);
    }
  }

  #stripOf(y: number): number {
    const strip = Math.floor((y - this.#south) / this.#height);
    return Math.min(this.#strips.length - 1, Math.max(0, strip));
  }

  /** Whether any edge meets the closed segment ab. */
  meets(ax: number, ay: number, bx: number, by: number): boolean {
    const [west, east] = ax < bx ? [ax, bx] : [bx, ax];
    const [south, north] = ay < by ? [ay, by] : [by, ay];
    const edges = this.#edges;
    for (let s = this.#stripOf(south); s <= this.#stripOf(north); s++)
      for (const e of this.#strips[s]!) {
        const [cx, cy, dx, dy] = [edges[e]!, edges[e + 1]!, edges[e + 2]!, edges[e + 3]!];
        if (Math.max(cx, dx) < west || Math.min(cx, dx) > east) continue;
        if (Math.max(cy, dy) < south || Math.min(cy, dy) > north) continue;
        if (segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy)) return true;
      }
    return false;
  }

  /** Whether a point that is on no edge lies inside: an odd number of edges to its east. */
  holds(x: number, y: number): boolean {
    const edges = this.#edges;
    let inside = false;
    for (const e of this.#strips[this.#stripOf(y)]!)
      if (rayCrosses(x, y, edges[e]!, edges[e + 1]!, edges[e + 2]!, edges[e + 3]!)) inside = !inside;
    return inside;
  }
}

function partsOf(geometry: Footprint): readonly Rings[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/**
 * The exact test behind a search: whether a footprint and the area have a point in common, borders included,
 * in the plane of longitude and latitude: the same as ST_Intersects. Both must be valid; what crosses 180° is cut there.
 * Two areas have a common point when their borders meet, or when one lies inside the other.
 * @param area degrees; prepared once, so that each further footprint costs only the edges near it
 */
export function intersectionTest(area: Footprint): (footprint: Footprint) => boolean {
  const areaParts = partsOf(area);
  const strips = new EdgeStrips(areaParts);
  const areaPoints = areaParts.map((rings) => rings[0]![0]!);
  return (footprint) =>
    partsOf(footprint).some((rings) => {
      if (someEdge(rings, (ax, ay, bx, by) => strips.meets(ax, ay, bx, by))) return true;
      const first = rings[0]![0]!;
      if (strips.holds(first[0]!, first[1]!)) return true;
      return areaPoints.some((point) => isInsideRings(point[0]!, point[1]!, rings));
    });
}
