import * as fc from 'fast-check';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { cutAtAntimeridian } from '../../../../src/geo/antimeridian/antimeridian.ts';
import { aoiOf, type AreaGeometry, type EdgeReading } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { areaOfPolygons, polygonsOf } from '../../../../src/geo/area/areaGeometry.ts';
import { checkArea, type AreaReading } from '../../../../src/geo/check/checkArea.ts';
import { viewBoundsOf } from '../../../../src/geo/entry/bbox.ts';
import { readAreaWkt } from '../../../../src/geo/wkt/wkt.ts';
import { refusalOf, shape, stars } from '../shapes.ts';
import { box } from '../../../fixtures/box.ts';

function moved(polygon: Polygon, degrees: number): Polygon {
  return {
    type: 'Polygon',
    coordinates: polygon.coordinates.map((ring) => ring.map(([lon, lat]) => [lon! + degrees, lat!])),
  };
}

function edgesOf(geometry: AreaGeometry): { width: number; from: number; to: number }[] {
  return polygonsOf(geometry).flatMap((rings) =>
    rings.flatMap((ring) =>
      ring.slice(1).map((position, i) => ({
        width: Math.abs(position[0]! - ring[i]![0]!),
        from: ring[i]![0]!,
        to: position[0]!,
      })),
    ),
  );
}

describe('Decision 19: AOIs that cross 180° are cut into a MultiPolygon (RFC 7946 §3.1.9)', () => {
  it('cuts a rectangle drawn across 180°', () => {
    const aoi = aoiOf(box(177, -20, 182, -15));
    expect(aoi.wkt).toBe(
      'MULTIPOLYGON (((180 -15, 177 -15, 177 -20, 180 -20, 180 -15)), ((-180 -20, -178 -20, -178 -15, -180 -15, -180 -20)))',
    );
    expect(aoi.bbox).toEqual([-180, -20, 180, -15]);
    expect(aoi.areaKm2).toBeCloseTo(areaKm2(box(0, -20, 5, -15)), 6);
  });

  it.each([-360, 0, 360])('brings home what is drawn on another turn of the globe: %d°', (turn) => {
    expect(aoiOf(box(10 + turn, 0, 20 + turn, 5)).geometry).toEqual(aoiOf(box(10, 0, 20, 5)).geometry);
    const crossing = aoiOf(box(175 + (turn === 360 ? 0 : turn), 0, 185 + (turn === 360 ? 0 : turn), 5));
    expect(crossing.geometry).toEqual(aoiOf(box(-185, 0, -175, 5)).geometry);
  });

  it('leaves an area that only touches 180° in one piece', () => {
    expect(aoiOf(box(170, 0, 180, 5)).geometry.type).toBe('Polygon');
    expect(aoiOf(box(-180, 0, -170, 5)).geometry).toEqual(aoiOf(box(180, 0, 190, 5)).geometry);
  });

  it('cuts a comb into as many pieces as it has teeth beyond, and holes with it', () => {
    const comb = shape(
      'POLYGON((179 0,181 0,181 1,179.5 1,179.5 2,181 2,181 3,179.5 3,179.5 4,181 4,181 5,179 5,179 0))',
    );
    expect(polygonsOf(aoiOf(comb).geometry).length).toBe(4);
    const ring = shape(
      'POLYGON((170 0,190 0,190 20,170 20,170 0),(175 5,185 5,185 15,175 15,175 5),(171 1,172 1,172 2,171 1))',
    );
    const cut = aoiOf(ring);
    expect(polygonsOf(cut.geometry).map((rings) => rings.length)).toEqual([2, 1]);
    expect(cut.areaKm2).toBeCloseTo(areaKm2(ring), 3);
  });

  it.each([
    ['a vertex on 180°', 'POLYGON((179 0,180 1,181 0,181 4,179 4,179 0))', 2],
    ['an edge along 180°', 'POLYGON((179 0,181 0,181 2,180 2,180 4,179 4,179 0))', 2],
    ['a hole with an edge on 180°', 'POLYGON((177 0,183 0,183 6,177 6,177 0),(180 2,182 5,180 4,180 2))', 2],
    ['a hole with a vertex on 180°', 'POLYGON((178 0,184 0,184 6,178 6,178 0),(180 2,183 3,182 5,180 2))', 2],
    ['a notch that ends on 180°', 'POLYGON((178 0,182 0,182 6,180 3,182 6.5,178 7,178 0))', 3],
    [
      'a hole that touches the outer ring beyond 180°',
      'POLYGON((178 0,184 0,184 6,178 6,178 0),(179 4,181 2,179 6,179 4))',
      3,
    ],
    [
      'a hole between the outer ring and 180°',
      'POLYGON((178 0,184 0,184 6,178 6,178 0),(180 3,184 3,181 4,180 3))',
      3,
    ],
    [
      'holes in a row from the outer ring to 180°',
      'POLYGON((179 0,185 0,185 6,179 6,179 0),(182 0,183 1,182 2,182 0),(182 1,180 1,180 2,182 1))',
      3,
    ],
  ])('makes valid parts of %s', (_name, wkt, parts) => {
    const given = shape(wkt);
    const aoi = aoiOf(given);
    expect(polygonsOf(aoi.geometry).length).toBe(parts);
    expect(aoiOf(aoi.geometry)).toEqual(aoi);
    expect(aoi.areaKm2).toBeCloseTo(areaKm2(given), 2);
  });

  it('keeps the area, stays within ±180 and has no edge wider than 180°', () => {
    fc.assert(
      fc.property(stars(), fc.double({ min: -380, max: 380, noNaN: true }), (polygon, degrees) => {
        const given = moved(polygon, degrees);
        const cut = areaOfPolygons(cutAtAntimeridian(given.coordinates));
        expect(Math.abs(areaKm2(cut) / areaKm2(polygon) - 1)).toBeLessThan(1e-9);
        for (const edge of edgesOf(cut)) {
          expect(edge.width).toBeLessThanOrEqual(180);
          expect(Math.abs(edge.to)).toBeLessThanOrEqual(180);
        }
      }),
    );
  });

  it('cuts holes like the rest: ring minus hole', () => {
    fc.assert(
      fc.property(
        stars({ vertices: { min: 5, max: 15 } }),
        fc.double({ min: 20, max: 340, noNaN: true }),
        (polygon, degrees) => {
          const outer = moved(polygon, degrees).coordinates[0]!;
          const [lon, lat] = [outer[0]![0]!, outer[0]![1]!];
          const middle = [outer.reduce((sum, p) => Math.min(sum, p[0]!), lon), lat];
          // a star shrunk towards its centre stays inside itself
          const hole = outer.map(([x, y]) => [
            middle[0]! + (x! - middle[0]!) * 0.1,
            middle[1]! + (y! - middle[1]!) * 0.1,
          ]);
          const area = { type: 'Polygon' as const, coordinates: [outer, hole] };
          if (refusalOf(() => aoiOf(area)).code !== 'none') return;
          const aoi = aoiOf(area);
          expect(Math.abs(aoi.areaKm2 - areaKm2(area))).toBeLessThan(1e-2);
          expect(aoiOf(shape(aoi.wkt))).toEqual(aoi);
        },
      ),
    );
  });

  it('puts vertices on edges wider than 180°, so that the short way round is no way to read them', () => {
    const wide = aoiOf(box(-170, 0, 170, 2));
    expect(edgesOf(wide.geometry).every((edge) => edge.width <= 180)).toBe(true);
    expect(aoiOf(wide.geometry, 'shortest')).toEqual(wide);
    expect(wide.areaKm2).toBeCloseTo(areaKm2(box(-170, 0, 170, 2)), 6);
  });

  it('refuses an area that spans more than the whole globe', () => {
    expect(refusalOf(() => aoiOf(box(-200, 0, 200, 2)))).toEqual({
      code: 'tooWide',
      params: { widthDegrees: 400 },
    });
    expect(aoiOf(box(-180, -90, 180, 90)).areaKm2).toBeCloseTo(510_065_621.724, 3);
    expect(aoiOf(box(-100, -90, 260, 90)).areaKm2).toBeCloseTo(510_065_621.724, 3);
  });

  it('shows an area cut at 180° in its narrowest box', () => {
    expect(viewBoundsOf(aoiOf(box(177, -20, 182, -15)).geometry)).toEqual([177, -20, 182, -15]);
    expect(viewBoundsOf(aoiOf(box(10, 0, 20, 5)).geometry)).toEqual([10, 0, 20, 5]);
    expect(viewBoundsOf(shape('MULTIPOLYGON(((-10 0,-9 0,-9 1,-10 0)),((10 0,11 0,11 1,10 0)))'))).toEqual([
      -10, 0, 11, 1,
    ]);
  });
});

/** The areas that an outline can mean, the likeliest first. */
function readingsOf(area: AreaGeometry, edges: EdgeReading = 'shortest'): AreaReading[] {
  const found = checkArea(area, edges);
  return found.verdict === 'unclear' ? found.readings : [];
}

const reversed = (area: AreaGeometry): AreaGeometry =>
  areaOfPolygons(polygonsOf(area).map((rings) => rings.map((ring) => ring.toReversed())));

describe('Files that write a crossing of 180° as 179 → -179', () => {
  it('may mean the short way or the long one; the outline’s direction says which is likelier', () => {
    const file = shape('POLYGON((179 0,-179 0,-179 1,179 1,179 0))');
    const [short, long] = readingsOf(file);
    expect(short?.aoi.geometry).toEqual(aoiOf(box(179, 0, 181, 1)).geometry);
    expect(long?.aoi.bbox).toEqual([-179, 0, 179, 1]);
    expect(readingsOf(reversed(file)).map(({ kind }) => kind)).toEqual(['long', 'short']);
    for (const edges of ['straight', 'shortest'] as const)
      expect(readingsOf(file, edges).map(({ kind }) => kind)).toEqual(['short', 'long']);
  });

  it('are refused where nobody can be asked', () => {
    const wkt = 'POLYGON((179 0,-179 0,-179 1,179 1,179 0))';
    expect(refusalOf(() => readAreaWkt(wkt)).code).toBe('edgeUnclear');
    expect(refusalOf(() => aoiOf(shape(wkt), 'shortest')).code).toBe('edgeUnclear');
  });

  it('are read without a question if the other way would cross itself', () => {
    const file = shape('POLYGON((170 0,-175 0,-175 4,175 4,-178 8,170 8,170 0))');
    const found = checkArea(file);
    expect(found.verdict).toBe('repaired');
    expect(found.verdict === 'repaired' && found.areaAfter).toBeCloseTo(
      areaKm2(shape('POLYGON((170 0,185 0,185 4,175 4,182 8,170 8,170 0))')),
      1,
    );
  });

  it('don’t jump beyond ±180°: such an outline is read as written', () => {
    const pacific = shape('POLYGON((-70 -60,-70 60,-260 60,-260 -60,-70 -60))');
    const found = checkArea(pacific);
    expect(found.verdict === 'repaired' && found.areaAfter).toBeCloseTo(areaKm2(pacific), 3);
  });

  it('may have holes on either side of 180° and over it', () => {
    const file = shape(
      'POLYGON((175 0,-175 0,-175 9,175 9,175 0),(176 1,177 1,177 2,176 1),(-177 1,-176 1,-176 2,-177 1),(179 5,-179 5,-179 6,179 5))',
    );
    const same = shape(
      'POLYGON((175 0,185 0,185 9,175 9,175 0),(176 1,177 1,177 2,176 1),(183 1,184 1,184 2,183 1),(179 5,181 5,181 6,179 5))',
    );
    // the holes are outside of the long way's area, so there is no question
    const found = checkArea(file);
    expect(found.verdict === 'repaired' && found.areaAfter).toBeCloseTo(areaKm2(same), 1);
  });
});
