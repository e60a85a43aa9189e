import * as fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import geographiclib from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { aoiOf, type AreaGeometry, type EdgeReading } from '../../../../src/geo/aoi.ts';
import { polygonsOf } from '../../../../src/geo/area/areaGeometry.ts';
import { checkArea, type AreaCheck } from '../../../../src/geo/check/checkArea.ts';
import { parsedAreaWkt, readAreaWkt } from '../../../../src/geo/wkt/wkt.ts';
import { refusalOf } from '../shapes.ts';

const { WGS84 } = geographiclib.Geodesic;
const WORLD_KM2 = 510_065_621.724;
/** Areas agree to this share. */
const PRECISE = 1e-6;

/** About a degree of a great circle, m. */
const DEGREE_M = 111_195;

/** The shorter way east, degrees. */
const stepOf = (from: Position, to: Position): number => {
  const turn = (((to[0]! - from[0]!) % 360) + 540) % 360;
  return turn - 180;
};

/** The smaller side of a closed ring, its edges straight in longitude and latitude the short way round, km². */
function smallerSideKm2(ring: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  ring.slice(1).forEach((to, index) => {
    const from = ring[index]!;
    const step = stepOf(from, to);
    const pieces = Math.ceil(20 * Math.max(1, Math.hypot(step, to[1]! - from[1]!)));
    for (let piece = 0; piece < pieces; piece++)
      polygon.AddPoint(from[1]! + ((to[1]! - from[1]!) * piece) / pieces, from[0]! + (step * piece) / pieces);
  });
  return Math.abs(polygon.Compute(false, true).area ?? Number.NaN) / 1e6;
}

const polygon = (...rings: Position[][]): Polygon => ({ type: 'Polygon', coordinates: rings });
const closed = (...ring: Position[]): Position[] => [...ring, ring[0]!];
/** Around the North Pole from 50° N, south of 60° N everywhere. */
const NORTH_50 = closed([0, 50], [120, 55], [-120, 52]);
const SOUTH_59 = closed([-60, -59], [60, -62], [179, -65], [-121, -61]);
const mirrored = (ring: Position[]) => ring.map(([lon, lat]) => [lon!, -lat!]);

function readingsOf(geometry: AreaGeometry, edges: EdgeReading = 'shortest') {
  const found = checkArea(geometry, edges);
  if (found.verdict !== 'unclear') throw new Error(`${found.verdict}, not unclear`);
  return found.readings;
}
const kindsOf = (geometry: AreaGeometry, edges?: EdgeReading) =>
  readingsOf(geometry, edges).map(({ kind }) => kind);

function expectKm2(found: number | undefined, expected: number): void {
  expect(Math.abs((found ?? Number.NaN) / expected - 1)).toBeLessThan(PRECISE);
}
const certain = (found: AreaCheck) => {
  if (found.verdict === 'refused' || found.verdict === 'unclear') throw new Error(found.verdict);
  return found;
};

describe('A ring that crosses 180° an odd number of times is a question', () => {
  const written: [name: string, ring: Position[], cap: 'north' | 'south'][] = [
    ['from 50° N', NORTH_50, 'north'],
    ['from 59° S', SOUTH_59, 'south'],
    ['from 59° N', mirrored(SOUTH_59), 'north'],
    ['south, the other way round', SOUTH_59.toReversed(), 'south'],
    ['north, the other way round', NORTH_50.toReversed(), 'north'],
    ['longitudes from 0 to 360', NORTH_50.map(([lon, lat]) => [(lon! + 360) % 360, lat!]), 'north'],
    ['longitudes from 0 to 360, closed at 360', [[0, 50], [120, 55], [240, 52], [360, 50], [0, 50]], 'north'],
    ['from -180 to 180', [[-180, -78], [-90, -75], [0, -70], [90, -66], [180, -78], [-180, -78]], 'south'],
    ['poleward of 60°', closed([0, 80], [100, 82], [-100, 81]), 'north'],
    ['near the equator', closed([0, 5], [120, 3], [-120, 4]), 'north'],
  ]; // prettier-ignore
  it.each(written)('cap or band, with the area of each: %s', (_name, ring, cap) => {
    for (const edges of ['shortest', 'straight'] as const) {
      const [first, second] = readingsOf(polygon(ring), edges);
      expect([first?.kind, second?.kind]).toEqual([cap, 'written']);
      expectKm2(first?.aoi.areaKm2, smallerSideKm2(ring));
      // the band is what the edges enclose as they are written
      const halves = ring.slice(1).map((to, index) => [(ring[index]![0]! + to[0]!) / 2, (ring[index]![1]! + to[1]!) / 2]); // prettier-ignore
      const quarters = ring.flatMap((at, index) => (index === 0 ? [at] : [halves[index - 1]!, at]));
      if (ring.every(([lon]) => Math.abs(lon!) < 180))
        expectKm2(second?.aoi.areaKm2, smallerSideKm2(quarters));
      expect(aoiOf(first!.aoi.geometry, 'shortest')).toEqual(first!.aoi);
    }
  });

  it('three crossings of 180°', () => {
    const ring = closed([0, 50], [120, 55], [170, 60], [-170, 62], [170, 65], [-170, 67], [-120, 52]);
    const [cap] = readingsOf(polygon(ring));
    expect(cap?.kind).toBe('north');
    expectKm2(cap?.aoi.areaKm2, smallerSideKm2(ring));
    expect(checkArea(cap!.aoi.geometry).verdict).toBe('valid');
  });

  it('across the equator both poles are offered', () => {
    const ring = closed([-150, -30], [-30, 20], [40, 45], [175, 0], [-175, -5]);
    const kinds = kindsOf(polygon(ring));
    expect(kinds).toContain('north');
    expect(kinds).toContain('south');
    const areas = readingsOf(polygon(ring)).filter(({ kind }) => kind !== 'written');
    expectKm2(areas[0]!.aoi.areaKm2 + areas[1]!.aoi.areaKm2, WORLD_KM2);
  });

  it('a ring along a parallel has no band: the other side of it is offered', () => {
    expect(kindsOf(polygon(closed([0, 40], [120, 40], [-120, 40])))).toEqual(['north', 'south']);
  });

  it('holes in a cap stay, also across 180°, around the pole, and on the next turn of the globe', () => {
    const holes: Position[][] = [
      closed([10, 80], [20, 80], [15, 83]),
      closed([170, 70], [170, 74], [-170, 74], [-170, 70]),
      closed([200, 80], [210, 80], [205, 82]),
    ];
    const [cap] = readingsOf(polygon(NORTH_50, ...holes));
    const expected = holes.reduce((sum, hole) => sum - smallerSideKm2(hole), smallerSideKm2(NORTH_50));
    expectKm2(cap?.aoi.areaKm2, expected);
    const around = closed([0, 80], [120, 81], [-120, 82]);
    const [belt] = readingsOf(polygon(NORTH_50, around));
    expect(belt?.kind).toBe('belt');
    expectKm2(belt?.aoi.areaKm2, smallerSideKm2(NORTH_50) - smallerSideKm2(around));
  });

  it('a MultiPolygon of both caps, and of a cap and an island', () => {
    const both = { type: 'MultiPolygon' as const, coordinates: [[NORTH_50], [SOUTH_59]] };
    const [caps] = readingsOf(both);
    expect(caps?.kind).toBe('bothPoles');
    expectKm2(caps?.aoi.areaKm2, smallerSideKm2(NORTH_50) + smallerSideKm2(SOUTH_59));
    const island = closed([179, 0], [-179, 0], [-179, 2]);
    const [cap] = readingsOf({ type: 'MultiPolygon', coordinates: [[island], [SOUTH_59]] });
    expectKm2(cap?.aoi.areaKm2, smallerSideKm2(island) + smallerSideKm2(SOUTH_59));
  });

  it('a coast of 20,000 vertices around a pole is simplified, and keeps its cap', () => {
    const count = 20_000;
    const coast = closed(
      ...Array.from({ length: count }, (_, index): Position => {
        const share = index / (count - 1);
        return [-179.9 + 359.8 * share, -66 + 3 * Math.sin(30 * share)];
      }),
    );
    const [cap] = readingsOf(polygon(coast));
    expect(cap?.kind).toBe('south');
    expect(cap?.changes).toMatchObject([{ kind: 'simplified', from: count + 5 }]);
    expect(Math.abs(cap!.aoi.areaKm2 / smallerSideKm2(coast) - 1)).toBeLessThan(1e-3);
  });

  it('circles on the globe: none is silently a sliver', () => {
    const circle = fc.record({
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      lat: fc.double({ min: 20, max: 90, noNaN: true }),
      radius: fc.double({ min: 1, max: 60, noNaN: true }),
      vertices: fc.integer({ min: 60, max: 120 }),
      start: fc.nat(59),
      isSouth: fc.boolean(),
      isReversed: fc.boolean(),
      isEastOnly: fc.boolean(),
      hasHole: fc.boolean(),
    });
    let caps = 0;
    fc.assert(
      fc.property(circle, ({ lon, lat, radius, vertices, start, ...how }) => {
        const around = (degrees: number): Position[] =>
          closed(
            ...Array.from({ length: vertices }, (_, index): Position => {
              const turn = (360 * ((index + start) % vertices)) / vertices;
              const { lat2, lon2 } = WGS84.Direct(
                lat,
                lon,
                how.isReversed ? -turn : turn,
                degrees * DEGREE_M,
              );
              const east = how.isEastOnly ? (lon2! + 360) % 360 : lon2!;
              return [Math.round(east * 1e7) / 1e7, Math.round((how.isSouth ? -lat2! : lat2!) * 1e7) / 1e7];
            }),
          );
        // a ring along the pole is decided by its vertices, not by its circle
        fc.pre(Math.abs(90 - lat - radius) > 3);
        const holes = how.hasHole && Math.abs(90 - lat - radius / 3) > 3 ? [around(radius / 3)] : [];
        const ring = around(radius);
        const hasPole = 90 - lat < radius;
        const found = checkArea(polygon(ring, ...holes));
        const readings = found.verdict === 'unclear' ? found.readings : [];
        // the direction of the outline is another test's
        const asked = readings.find(({ kind }) => kind === 'short') ?? readings[0];
        const aoi = asked?.aoi ?? aoiOf(certain(found).geometry, 'shortest');
        const isWide = [ring, ...holes].flat().some(([lon = 0], at, all) => Math.abs(lon - (all[at - 1]?.[0] ?? lon)) > 180); // prettier-ignore
        if (hasPole || !isWide) expect(found.verdict === 'unclear').toBe(hasPole);
        if (hasPole) caps++;
        expectKm2(
          aoi.areaKm2,
          holes.reduce((sum, hole) => sum - smallerSideKm2(hole), smallerSideKm2(ring)),
        );
        expect(aoiOf(aoi.geometry, 'shortest')).toEqual(aoi);
      }),
      { numRuns: 200 },
    );
    expect(caps).toBeGreaterThan(30);
  });
});

describe('A ring that is written along or through a pole is certain', () => {
  const cap = smallerSideKm2(closed([-135, 40], [-45, 42], [45, 40], [135, 44]));
  it.each([
    ['along it', [[45, 40], [135, 44], [180, 42], [180, 90], [-180, 90], [-180, 42], [-135, 40], [-45, 42], [45, 40]]],
    ['with vertices on the way', [[45, 40], [135, 44], [180, 42], [180, 90], [90, 90], [-180, 90], [-180, 42], [-135, 40], [-45, 42], [45, 40]]],
    ['from another meridian', [[45, 40], [135, 44], [225, 40], [315, 42], [405, 40], [405, 90], [45, 90], [45, 40]]],
  ])('a cap: %s', (_name, ring) => {
    for (const edges of ['shortest', 'straight'] as const) {
      const found = certain(checkArea(polygon(ring), edges));
      expectKm2(found.areaAfter, cap);
      expect(polygonsOf(found.geometry).length).toBe(1);
    }
  }); // prettier-ignore

  it('both caps and a strip that joins them, from every vertex, in both directions', () => {
    const coast: Position[] = [[175, -85], [0, -68], [-90, 0], [-90, 80], [0, 85], [100, 60], [175, 65]];
    const otherCoast: Position[] = [[-175, 65], [-120, 0], [-170, -85]];
    const along = (south: Position[], north: Position[]): Position[] => [
      ...coast, [180, 65], [180, 90], ...north, [-180, 90], [-180, 65], ...otherCoast,
      [-180, -85], [-180, -90], ...south, [180, -90], [180, -85],
    ];
    const km2 = smallerSideKm2(closed(...coast, ...otherCoast));
    for (const open of [along([], []), along([[90, -90]], [[-100, 90]])])
      for (const start of open.keys()) {
        const ring = closed(...open.slice(start), ...open.slice(0, start));
        for (const one of [ring, ring.toReversed()])
          expectKm2(certain(checkArea(polygon(one))).areaAfter, km2);
      }
  }); // prettier-ignore

  it('a cap with a slice left out, through one vertex at the pole', () => {
    const ring = closed([10, 80], [120, 80], [-120, 80], [-10, 80], [50, 90]);
    const share = 340 / 360;
    expectKm2(certain(checkArea(polygon(ring))).areaAfter, 3_908_573.35 * share);
    // typed edges are straight, so both readings are offered
    expect(kindsOf(polygon(ring), 'straight')).toContain('written');
  });

  it('bands around the world, and vertices written twice at 180°, are read without a question', () => {
    const band = polygon(closed([-180, 40], [180, 40], [180, 50], [-180, 50]));
    expect(certain(checkArea(band)).verdict).toBe('valid');
    const box = closed([170, 40], [180, 40], [-180, 40], [-170, 40], [-170, 50], [-180, 50], [180, 50], [170, 50]);
    expectKm2(certain(checkArea(polygon(box))).areaAfter, smallerSideKm2(closed([170, 40], [-170, 40], [-170, 50], [170, 50])));
  }); // prettier-ignore
});

describe('Where nobody can be asked, an unclear ring is refused', () => {
  const wkt = 'POLYGON ((0 50, 120 55, -120 52, 0 50))';
  it('as WKT of an address or a call, and as a geometry of a file', () => {
    expect(refusalOf(() => readAreaWkt(wkt)).code).toBe('poleUnclear');
    expect(refusalOf(() => aoiOf(parsedAreaWkt(wkt), 'shortest')).code).toBe('poleUnclear');
  });

  it('an area drawn on the map is as it was drawn', () => {
    expect(aoiOf(parsedAreaWkt(wkt)).areaKm2).toBeGreaterThan(3e6);
  });

  it('every area that the portal writes is read again without a question', () => {
    for (const { aoi } of readingsOf(polygon(NORTH_50)))
      expect(aoiOf(readAreaWkt(aoi.wkt, ['POLYGON', 'MULTIPOLYGON']))).toEqual(aoi);
  });
});
