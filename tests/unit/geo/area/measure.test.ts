import * as fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { geodesicMetres, pathMetres } from './geodesics.ts';
import { crossingOf, traceOf } from '../../../../src/geo/area/measure.ts';

const relative = (value: number | null | undefined, right: number) =>
  Math.abs((value ?? Number.NaN) - right) / right;

describe('§4 Measure: areas between geodesics', () => {
  it.each([
    // GeographicLib's own test cases for Planimeter, square metres
    ['around the north pole', [[0, 89], [90, 89], [180, 89], [270, 89]], 631_819.8745, 24_952_305_678],
    ['around the south pole', [[0, -89], [90, -89], [180, -89], [270, -89]], 631_819.8745, 24_952_305_678],
    ['across equator and meridian', [[-1, 0], [0, -1], [1, 0], [0, 1]], 627_598.2731, 24_619_419_146],
    ['an eighth of the earth', [[0, 90], [0, 0], [90, 0]], 30_022_685.63, 63_758_202_715_511],
  ] as [string, Position[], number, number][])('%s', (_name, vertices, perimeter, squareMetres) => {
    for (const ring of [vertices, vertices.toReversed()]) {
      const trace = traceOf('area', ring);
      expect(relative(trace.metres, perimeter)).toBeLessThan(1e-9);
      expect(relative(trace.areaKm2, squareMetres / 1e6)).toBeLessThan(1e-9);
    }
  }); // prettier-ignore

  it('the drawn outline has the measured area, by the closed form', () => {
    const coordinate = fc.tuple(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.tuple(coordinate, coordinate, coordinate),
        fc.constantFrom(-60, 0, 45),
        fc.constantFrom(0, 180),
        (corners, lat, lon) => {
          const trace = traceOf(
            'area',
            corners.map(([x, y]) => [x + lon, y + lat]),
          );
          fc.pre(trace.areaKm2 !== null && trace.areaKm2 > 10_000 && trace.ring !== null);
          const drawn = areaKm2({ type: 'Polygon', coordinates: [trace.ring ?? []] });
          expect(relative(drawn, trace.areaKm2 ?? 0)).toBeLessThan(1e-3);
        },
      ),
    );
  });

  it('the ring around a pole includes the pole and covers the cap', () => {
    for (const side of [1, -1]) {
      const { ring, areaKm2: told } = traceOf('area', [[0, 70 * side], [120, 70 * side], [-120, 70 * side]]); // prettier-ignore
      expect(ring?.filter(([, lat]) => lat === 90 * side).length).toBe(2);
      expect(relative(areaKm2({ type: 'Polygon', coordinates: [ring ?? []] }), told ?? 0)).toBeLessThan(1e-3);
    }
  });

  it('two vertices enclose nothing', () => {
    expect(traceOf('area', [[0, 0], [1, 0]])).toMatchObject({ areaKm2: null, ring: null, segmentMetres: [expect.closeTo(111_319.49, 1)] }); // prettier-ignore
  });
});

describe('§4 Measure: distances are geodesic, segment by segment', () => {
  const path: Position[] = [[103.8, 1.3], [-74, 40.7], [-0.1, 51.5]]; // prettier-ignore

  it('segments are the geodesics between their ends, and the total is their sum', () => {
    const { segmentMetres, metres } = traceOf('distance', path);
    expect(segmentMetres).toEqual([
      expect.closeTo(geodesicMetres(path[0]!, path[1]!), 6),
      expect.closeTo(geodesicMetres(path[1]!, path[2]!), 6),
    ]);
    expect(metres).toBeCloseTo(pathMetres(path), 6);
  });

  it('is drawn along the geodesic: the pieces of its line are as long as the line', () => {
    const { line, metres } = traceOf('distance', path);
    expect(relative(pathMetres(line), metres)).toBeLessThan(1e-12);
    expect(line.length).toBeGreaterThan(200);
    // the bend between two pieces is less than a pixel when the whole line is in view
    const far = traceOf('distance', [[0, 60], [90, 60]]); // prettier-ignore
    expect(Math.max(...far.line.map(([, lat]) => lat!))).toBeCloseTo(67.8, 1);
  });

  it('labels are in the middle of their segment', () => {
    const { middles, segmentMetres, vertices } = traceOf('distance', path);
    middles.forEach((middle, at) => {
      expect(geodesicMetres(vertices[at]!, middle)).toBeCloseTo(segmentMetres[at]! / 2, 3);
      expect(geodesicMetres(middle, vertices[at + 1]!)).toBeCloseTo(segmentMetres[at]! / 2, 3);
    });
  });

  it('continues across 180° without a jump, and passes through every vertex', () => {
    const crossing: Position[] = [[170, 10], [-170, -10], [160, 0]]; // prettier-ignore
    const { line, vertices } = traceOf('distance', crossing);
    for (let i = 1; i < line.length; i++) expect(Math.abs(line[i]![0]! - line[i - 1]![0]!)).toBeLessThan(5);
    expect(vertices).toEqual([[170, 10], [190, -10], [160, 0]]); // prettier-ignore
    for (const vertex of vertices) expect(line).toContainEqual(vertex);
  });

  it('nothing is measured with fewer than two vertices', () => {
    expect(traceOf('distance', [])).toMatchObject({ line: [], vertices: [], metres: 0, segmentMetres: [] });
    expect(traceOf('distance', [[1, 2]])).toMatchObject({ line: [[1, 2]], metres: 0, segmentMetres: [] });
    expect(traceOf('distance', [[1, 2], [1, 2]]).metres).toBe(0); // prettier-ignore
  });
});

describe('§4 Measure: an outline that crosses itself has no area', () => {
  it('the place of the crossing is found', () => {
    const place = crossingOf(traceOf('area', [[0, 0], [1, 1], [1, 0], [0, 1]])); // prettier-ignore
    expect(place?.lon).toBeCloseTo(0.5, 3);
    expect(place?.lat).toBeCloseTo(0.5, 3);
  });

  it.each([
    ['there and back', [[0, 0], [1, 1], [0, 0]]],
    ['through its own vertex', [[0, 0], [2, 0], [2, 2], [1, 0], [0, 2]]],
  ] as [string, Position[]][])('%s', (_name, vertices) => {
    expect(crossingOf(traceOf('area', vertices))).not.toBeNull();
  }); // prettier-ignore

  it.each([
    ['a triangle', [[0, 0], [1, 0], [0, 1]]],
    ['across 180°', [[179, 0], [-179, 0], [-179, 2], [179, 2]]],
    ['of a metre', [[0, 0], [0.00001, 0], [0.00001, 0.00001], [0, 0.00001]]],
    ['around the pole', [[0, 80], [90, 80], [180, 80], [-90, 80]]],
    ['of half the world', [[0, 0], [100, 10], [120, 70], [-10, 60]]],
  ] as [string, Position[]][])('%s does not cross itself', (_name, vertices) => {
    expect(crossingOf(traceOf('area', vertices))).toBeNull();
  }); // prettier-ignore

  it('a path may cross itself', () => {
    expect(crossingOf(traceOf('distance', [[0, 0], [1, 1], [1, 0], [0, 1]]))).toBeNull(); // prettier-ignore
  });
});
