import { Refusal } from './refusal.ts';

/**
 * What requests cost, before anything is done for them: an upper bound in milliseconds of one core of the reference machine (two
 * cores; `npm run bench -- cost` measures the unit costs there). docs/security.md prints the tables.
 */

/** What makes a request dear: its own cost in microseconds, and what is counted. */
export const UNITS = {
  bytes: { us: 0.05, what: 'a byte of a body that is read and checked' },
  corners: { us: 30, what: 'a corner of an area that is checked' },
  pairs: { us: 5, what: 'a corner of an area, for each footprint that it is cut with' },
  scenes: { us: 300, what: 'a scene whose cloud mask is read' },
  placements: { us: 0.05, what: 'a corner of an area, for each mask that it is placed on' },
  points: { us: 0.02, what: 'a point of an area that is looked up in a scene' },
  rows: { us: 0.05, what: 'a row of a mask that an edge of the area crosses' },
} as const;

export type Unit = keyof typeof UNITS;
/** How often each unit is in a request. */
export type Work = Partial<Record<Unit, number>>;

/** What some work costs, ms. */
export const msOf = (work: Work): number =>
  Object.entries(work).reduce((sum, [unit, count]) => sum + count * UNITS[unit as Unit].us, 0) / 1000;

/** Positions of a WKT text: commas are between them. */
export function cornersOfWkt(wkt: string): number {
  let corners = 1;
  for (let at = wkt.indexOf(','); at !== -1; at = wkt.indexOf(',', at + 1)) corners++;
  return corners;
}

/** Calls whose factors multiply, with the most that one may cost, ms, and the factor that its refusal names. */
export const PRICED = {
  any: { limitMs: 5_000, factor: 'corners', what: 'every call: its body, and the check of its area' },
  clearShares: {
    limitMs: 15_000,
    factor: 'scenes',
    what: 'clear shares: scenes × the area’s corners and rows',
  },
  coverageCalendar: {
    limitMs: 15_000,
    factor: 'scenes',
    what: 'coverage calendars: scenes of 52 weeks × the area’s corners and points',
  },
  measures: {
    limitMs: 15_000,
    factor: 'scenes',
    what: 'functions of STAC searches: scenes near the areas × their corners, beside clear shares',
  },
  aoiFacts: {
    limitMs: 5_000,
    factor: 'scenes',
    what: 'saved areas: the scenes over each × its corners; the last ones are left for another call',
  },
  earlierOrders: {
    limitMs: 2_000,
    factor: 'corners',
    what: 'earlier orders: their corners and the area’s; the oldest are left out beyond it',
  },
  archivePrice: { limitMs: 20_000, factor: 'scenes', what: 'prices and orders: scenes × the area’s corners' },
} as const satisfies Record<string, { limitMs: number; factor: 'corners' | 'scenes'; what: string }>;

/** The most of a call's factor that it may have. @param each what one of them costs */
export const mostOf = (call: keyof typeof PRICED, each: Work): number =>
  Math.max(1, Math.floor(PRICED[call].limitMs / msOf(each)));

/**
 * Refuses work that costs more than one call may.
 * @param count how many of the factor the request has
 * @param each what one of them costs
 * @throws Refusal tooCostly.* with the most of them that would do
 */
export function checkCost(call: keyof typeof PRICED, count: number, each: Work): void {
  const { limitMs, factor } = PRICED[call];
  if (count * msOf(each) <= limitMs) return;
  throw new Refusal(`tooCostly.${factor}`, { most: mostOf(call, each) });
}

/** The area of a request, by the names that calls have for it. */
const AREAS = ['aoiWkt', 'geom', 'aoi', 'aoiGeom'];

/** Prices a body before its call has a turn. @throws Refusal tooCostly.corners */
export function checkBody(bytes: number, body: unknown): void {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const corners = AREAS.reduce((sum, name) => {
    const area = fields[name];
    return sum + (typeof area === 'string' ? cornersOfWkt(area) : 0);
  }, 0);
  if (corners > 0) checkCost('any', corners, { corners: 1, bytes: bytes / corners });
}
