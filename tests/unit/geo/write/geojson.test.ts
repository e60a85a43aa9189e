import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { featureCollectionOf, geoJsonBbox, rfc7946Geometry } from '../../../../src/geo/write/geojson.ts';
import { shape, stars } from '../shapes.ts';
import { rfc7946Faults } from './rfc7946.ts';
import { box } from '../../../fixtures/box.ts';

const featureOf = (geometry: ReturnType<typeof shape>, id = 'A') => ({ id, geometry, properties: {} });
const textOf = (...geometries: ReturnType<typeof shape>[]) =>
  JSON.stringify(featureCollectionOf(geometries.map((geometry, n) => featureOf(geometry, `F${n}`))));

describe('GeoJSON by RFC 7946', () => {
  it('every written area passes the RFC’s rules and keeps its place', () => {
    fc.assert(
      fc.property(fc.array(stars(), { minLength: 1, maxLength: 5 }), fc.boolean(), (areas, turned) => {
        const given = areas.map(({ coordinates: [ring = []] }) => ({
          type: 'Polygon' as const,
          coordinates: [turned ? ring.toReversed() : ring],
        }));
        const text = textOf(...given);
        expect(rfc7946Faults(text)).toEqual([]);
        const { features } = featureCollectionOf(given.map((geometry) => featureOf(geometry)));
        features.forEach((feature, n) => expect(feature.geometry).toEqual(areas[n]));
      }),
    );
  });

  it('the right-hand rule: outer rings counter-clockwise, holes clockwise', () => {
    const wrong = shape('POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))');
    expect(
      rfc7946Faults(
        JSON.stringify({
          type: 'FeatureCollection',
          features: [{ type: 'Feature', id: 1, properties: {}, bbox: [0, 0, 4, 4], geometry: wrong }],
          bbox: [0, 0, 4, 4],
        }),
      ),
    ).toHaveLength(2);
    expect(rfc7946Faults(textOf(wrong))).toEqual([]);
  });

  it('a feature across 180° is cut there, and its bbox goes from west across 180° to east', () => {
    const across = rfc7946Geometry(box(179, -1, 182, 1));
    expect(across.type).toBe('MultiPolygon');
    expect(geoJsonBbox([across])).toEqual([179, -1, -178, 1]);
    expect(across).toEqual(aoiOf(box(179, -1, 182, 1)).geometry);
    expect(rfc7946Faults(textOf(box(179, -1, 182, 1), box(10, 10, 11, 11)))).toEqual([]);
  });

  it('the bbox of a collection is the narrowest around all features (RFC 7946 §5.2)', () => {
    expect(geoJsonBbox([box(177, -20, 178, -16), box(-179, -19, -178, -17)])).toEqual([177, -20, -178, -16]);
    expect(geoJsonBbox([box(-10, 0, 10, 1), box(100, 0, 110, 1)])).toEqual([-10, 0, 110, 1]);
    expect(geoJsonBbox([box(-180, -90, 180, 90)])).toEqual([-180, -90, 180, 90]);
    expect(() => geoJsonBbox([])).toThrow(RangeError);
  });

  it('heights are left out, and a hole stays a hole', () => {
    const high = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, 0, 9],
          [4, 0, 9],
          [4, 4, 9],
          [0, 0, 9],
        ],
      ],
    };
    expect(rfc7946Faults(textOf(high))).toEqual([]);
    const holed = shape('POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))');
    expect(rfc7946Geometry(holed)).toEqual(holed);
  });
});
