import geographiclib from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { measuredArea, measuredPath } from '../../../src/geo/measure.ts';

const WGS84 = geographiclib.Geodesic.WGS84;

describe('Measure: distance and area, geodesic', () => {
  const points = [[103.8, 1.2], [103.9, 1.25], [103.85, 1.4], [100, -5]]; // prettier-ignore

  it("a distance is the sum of its segments, each GeographicLib's", () => {
    const { segments, metres } = measuredPath(points);
    expect(segments).toEqual(
      [0, 1, 2].map(
        (i) => WGS84.Inverse(points[i]![1]!, points[i]![0]!, points[i + 1]![1]!, points[i + 1]![0]!).s12,
      ),
    );
    expect(metres).toBeCloseTo(segments[0]! + segments[1]! + segments[2]!, 6);
  });

  it('an area is that of an AOI of the same outline, and its length goes back to the first point', () => {
    const ring = points.slice(0, 3);
    const measured = measuredArea(ring);
    const aoi = aoiOf({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
    expect(measured.km2).toBeCloseTo(aoi.areaKm2, 9);
    expect(measured.segments).toHaveLength(3);
    expect(measured.metres).toBeCloseTo(measuredPath([...ring, ring[0]!]).metres, 6);
  });

  it('across 180°, and whichever way round, it is the same', () => {
    const across = [[179, 0], [181, 0], [181, 1], [179, 1]]; // prettier-ignore
    const beside = across.map(([lon = 0, lat = 0]) => [lon - 20, lat]);
    expect(measuredArea(across).km2).toBeCloseTo(measuredArea(beside.toReversed()).km2, 6);
    expect(measuredPath([[179, 0], [-179, 0]]).metres).toBeCloseTo(measuredPath([[1, 0], [-1, 0]]).metres, 3); // prettier-ignore
  });

  it('of too few points there is nothing to measure', () => {
    expect(measuredPath([])).toEqual({ segments: [], metres: 0 });
    expect(measuredPath([[1, 1]])).toEqual({ segments: [], metres: 0 });
    expect(measuredArea([])).toEqual({ segments: [], metres: 0, km2: 0 });
    expect(measuredArea([[1, 1]])).toEqual({ segments: [], metres: 0, km2: 0 });
    expect(measuredArea([[1, 1], [2, 1]]).km2).toBe(0); // prettier-ignore
  });
});
