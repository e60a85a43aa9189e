import type { Position } from 'geojson';
import { latOf, lonOf, type Ring } from '../area/areaGeometry.ts';

/** An edge in -180..180; `turn` is the turn of the globe that it was on. */
interface Edge {
  from: Position;
  to: Position;
  turn: number;
}

/** A run of edges in -180..180 from ±180° to ±180°. */
export interface Chain {
  points: Ring;
  turn: number;
}

/** The edges of a ring in -180..180, cut at ±180°; those along ±180° are left out. */
export function edgesInRange(ring: Ring): Edge[] {
  return ring.slice(1).flatMap((to, index) => {
    const stops = withMeridians(ring[index]!, to);
    return stops.slice(1).flatMap((end, at) => {
      const start = stops[at]!;
      const turn = Math.floor(((lonOf(start) + lonOf(end)) / 2 + 180) / 360);
      const isAlong = lonOf(start) === lonOf(end) && lonOf(start) === 360 * turn - 180;
      const home = (position: Position) => [lonOf(position) - 360 * turn, latOf(position)];
      return isAlong ? [] : [{ from: home(start), to: home(end), turn }];
    });
  });
}

/** An edge with a position on each of the meridians ±180°, ±540° … that it crosses. */
function withMeridians(a: Position, b: Position): Position[] {
  // from the western end, so that an edge is cut at the same latitude in both directions
  const [west, east] = lonOf(a) <= lonOf(b) ? [a, b] : [b, a];
  const stops: Position[] = [west];
  let meridian = 360 * Math.floor((lonOf(west) + 180) / 360) + 180;
  for (; meridian < lonOf(east); meridian += 360) {
    const share = (meridian - lonOf(west)) / (lonOf(east) - lonOf(west));
    stops.push([meridian, latOf(west) + share * (latOf(east) - latOf(west))]);
  }
  stops.push(east);
  return west === a ? stops : stops.toReversed();
}

const isOnBorder = (position: Position): boolean => Math.abs(lonOf(position)) === 180;

/** @returns null if no edge of a ring begins on ±180°, so that the ring is whole */
export function chainsOf(edges: readonly Edge[]): Chain[] | null {
  const start = edges.findIndex(({ from }) => isOnBorder(from));
  if (start === -1) return edges.length === 0 ? [] : null;
  const chains: Chain[] = [];
  for (const { from, to, turn } of [...edges.slice(start), ...edges.slice(0, start)]) {
    if (isOnBorder(from)) chains.push({ points: [from], turn });
    chains[chains.length - 1]!.points.push(to);
  }
  return chains;
}

/** Corners of the border of -180..180 × ±90, counter-clockwise, with their way along it from the first, degrees. */
const CORNERS: readonly { at: number; corner: Position }[] = [
  { at: 0, corner: [-180, -90] },
  { at: 360, corner: [180, -90] },
  { at: 540, corner: [180, 90] },
  { at: 900, corner: [-180, 90] },
];
const BORDER = 1080;

/** The way along the border to a position on ±180°, degrees. */
const borderPlace = (position: Position): number =>
  lonOf(position) > 0 ? 450 + latOf(position) : 990 - latOf(position);

/** The corners passed between two places of the border, counter-clockwise. */
function cornersBetween(from: number, to: number): Position[] {
  const end = to < from ? to + BORDER : to;
  return [...CORNERS, ...CORNERS.map(({ at, corner }) => ({ at: at + BORDER, corner }))]
    .filter(({ at }) => at > from && at < end)
    .map(({ corner }) => corner);
}

/**
 * Joins chains, which have the interior on their left, to rings. The interior continues along the border,
 * counter-clockwise, to the next chain, so ends and beginnings alternate. They are sorted apart: chains that touch at
 * the border are then joined in one of the right ways.
 */
export function joinedChains(chains: readonly Chain[]): Ring[] {
  const sorted = (placed: { chain: Chain; at: number }[]) => placed.sort((a, b) => a.at - b.at);
  const ends = sorted(chains.map((chain) => ({ chain, at: borderPlace(chain.points.at(-1)!) })));
  const begins = sorted(chains.map((chain) => ({ chain, at: borderPlace(chain.points[0]!) })));
  const first = Math.max(
    0,
    begins.findIndex(({ at }) => at >= (ends[0]?.at ?? 0)),
  );
  const next = new Map(
    ends.map(({ chain, at }, index) => {
      const follower = begins[(index + first) % begins.length]!;
      return [chain, { chain: follower.chain, corners: cornersBetween(at, follower.at) }];
    }),
  );
  const rings: Ring[] = [];
  for (const start of chains) {
    const pieces: Ring[] = [];
    let chain = start;
    for (let follower = next.get(chain); follower !== undefined; follower = next.get(chain)) {
      pieces.push(chain.points, follower.corners);
      next.delete(chain);
      chain = follower.chain;
    }
    if (pieces.length > 0) rings.push(closedWithoutRepeats(pieces.flat()));
  }
  return rings;
}

/** Closes a list of positions to a ring without consecutive repeats. */
export function closedWithoutRepeats(points: Ring): Ring {
  const kept = points.filter((position, index) => index === 0 || !samePlace(position, points[index - 1]!));
  while (kept.length > 1 && samePlace(kept[0]!, kept[kept.length - 1]!)) kept.pop();
  return kept.length === 0 ? [] : [...kept, kept[0]!];
}

function samePlace(a: Position, b: Position): boolean {
  return lonOf(a) === lonOf(b) && latOf(a) === latOf(b);
}
