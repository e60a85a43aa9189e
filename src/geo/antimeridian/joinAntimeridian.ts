import type { Position } from 'geojson';
import {
  latOf,
  lonOf,
  polygonsOf,
  roundedDegrees,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';
import { polygonsOfLoops } from './loops.ts';

/** A directed edge of a ring; `next` and `before` are indexes in the list of all edges. */
interface Edge {
  from: Position;
  to: Position;
  next: number;
  before: number;
  isGone: boolean;
}

/** How far rounding to 7 decimals can move a vertex that a cut added to an edge, degrees. */
const ROUNDING = 1.1e-7;

/**
 * The polygons of an AOI before the cut at 180° (decision 19, the reverse of cutAtAntimeridian): parts that
 * share edges on the meridian become one, with longitudes past 180 on its eastern side. Vertices that only
 * the cut added are removed. Parts that span the whole globe don't change.
 * @param geometry an Aoi's: valid, outer rings counter-clockwise, holes clockwise, in -180..180
 */
export function joinedAt180(geometry: AreaGeometry): Rings[] {
  const polygons = polygonsOf(geometry);
  if (polygons.length < 2) return polygons;
  const onSeam = (rings: Rings, lon: number) => rings.some((ring) => hasEdgeAt(ring, lon));
  const western = polygons.filter((rings) => onSeam(rings, 180) && !onSeam(rings, -180));
  const eastern = polygons.filter((rings) => onSeam(rings, -180) && !onSeam(rings, 180));
  if (western.length === 0 || eastern.length === 0) return polygons;
  const beyond = eastern.map((rings) =>
    rings.map((ring) => ring.map((at): Position => [roundedDegrees(lonOf(at) + 360), latOf(at)])),
  );
  const others = polygons.filter((rings) => !western.includes(rings) && !eastern.includes(rings));
  const parts = [...western, ...beyond];
  const stops = [
    ...new Set(
      parts
        .flat(2)
        .filter((at) => lonOf(at) === 180)
        .map(latOf),
    ),
  ].sort((a, b) => a - b);
  const edges: Edge[] = [];
  for (const ring of parts.flat()) addRing(edges, withStops(ring, stops));
  const seam = removePairs(edges);
  const loops = loopsOf(edges).map((loop) => withoutCutVertices(loop, seam));
  return [...others, ...polygonsOfLoops(loops.filter((ring) => ring.length > 3))];
}

function hasEdgeAt(ring: Ring, lon: number): boolean {
  return ring.some((at, index) => index > 0 && lonOf(at) === lon && lonOf(ring[index - 1]) === lon);
}

/** Adds vertices at these latitudes to edges along the meridian 180, so that both sides match. */
function withStops(ring: Ring, stops: readonly number[]): Ring {
  return ring.flatMap((to, index) => {
    const from = ring[index - 1];
    if (from === undefined || lonOf(from) !== 180 || lonOf(to) !== 180) return [to];
    const [south, north] = [Math.min(latOf(from), latOf(to)), Math.max(latOf(from), latOf(to))];
    const between = stops.filter((lat) => lat > south && lat < north);
    if (latOf(to) < latOf(from)) between.reverse();
    return [...between.map((lat): Position => [180, lat]), to];
  });
}

function addRing(edges: Edge[], ring: Ring): void {
  const first = edges.length;
  const count = ring.length - 1;
  for (let i = 0; i < count; i++)
    edges.push({
      from: ring[i]!,
      to: ring[i + 1]!,
      next: first + ((i + 1) % count),
      before: first + ((i + count - 1) % count),
      isGone: false,
    });
}

/** Removes pairs of opposite edges along 180°, and links their neighbours. */
function removePairs(edges: Edge[]): Set<number> {
  const northward = new Map<string, number>();
  const seam = new Set<number>();
  const isOn = ({ from, to }: Edge) => lonOf(from) === 180 && lonOf(to) === 180;
  edges.forEach((edge, index) => {
    if (isOn(edge) && latOf(edge.to) > latOf(edge.from))
      northward.set(`${latOf(edge.from)} ${latOf(edge.to)}`, index);
  });
  edges.forEach((edge) => {
    const other = isOn(edge) ? northward.get(`${latOf(edge.to)} ${latOf(edge.from)}`) : undefined;
    const partner = other === undefined ? undefined : edges[other];
    if (partner === undefined || partner.isGone) return;
    const [a, b] = [partner.before, partner.next];
    const [c, d] = [edge.before, edge.next];
    link(edges, a, d);
    link(edges, c, b);
    edge.isGone = partner.isGone = true;
    seam.add(latOf(edge.from)).add(latOf(edge.to));
  });
  return seam;
}

function link(edges: Edge[], from: number, to: number): void {
  edges[from]!.next = to;
  edges[to]!.before = from;
}

function loopsOf(edges: Edge[]): Ring[] {
  const loops: Ring[] = [];
  const seen = new Set<number>();
  edges.forEach((edge, start) => {
    if (edge.isGone || seen.has(start)) return;
    const loop: Ring = [];
    for (let at = start; !seen.has(at); at = edges[at]!.next) {
      seen.add(at);
      if (!edges[at]!.isGone) loop.push(edges[at]!.from);
    }
    loops.push(loop);
  });
  return loops;
}

/** Closes an open ring, dropping vertices on 180° that are collinear with their neighbours. */
function withoutCutVertices(loop: Ring, seam: ReadonlySet<number>): Ring {
  const kept = loop.filter((at, index) => {
    if (lonOf(at) !== 180 || !seam.has(latOf(at))) return true;
    const [before, after] = [loop.at(index - 1)!, loop[(index + 1) % loop.length]!];
    const width = lonOf(after) - lonOf(before);
    if (width === 0) return false;
    const share = (180 - lonOf(before)) / width;
    const line = latOf(before) + share * (latOf(after) - latOf(before));
    return share <= 0 || share >= 1 || Math.abs(line - latOf(at)) > ROUNDING;
  });
  return kept.length === 0 ? [] : [...kept, kept[0]!];
}
