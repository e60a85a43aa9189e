import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CENTER_SIZE_KM } from '../../../../contract/limits.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { polygonsOf } from '../../../../src/geo/area/areaGeometry.ts';
import { boundsOf, rectangleOfBbox, viewBoundsOf } from '../../../../src/geo/entry/bbox.ts';
import { rectangleAround } from '../../../../src/geo/entry/center.ts';
import { geodesicMetres } from '../area/geodesics.ts';
import { refusalOf } from '../shapes.ts';

const bbox = (minLatitude: number, maxLatitude: number, minLongitude: number, maxLongitude: number) => ({
  minLatitude,
  maxLatitude,
  minLongitude,
  maxLongitude,
});

describe("§5 BBOX needs four numbers; max not below min; latitude -90 to 90; longitude -180 to 180. Otherwise 'Invalid latitude and longitude coordinates.'", () => {
  it.each([
    ['a missing number', bbox(Number.NaN, 2, 3, 4)],
    ['another missing number', bbox(1, 2, 3, Number.NaN)],
    ['an infinite number', bbox(1, Infinity, 3, 4)],
    ['max latitude below min', bbox(2, 1, 3, 4)],
    ['max longitude below min, also across 180°', bbox(1, 2, 179, -179)],
    ['latitude below -90', bbox(-90.001, 2, 3, 4)],
    ['latitude over 90', bbox(1, 90.001, 3, 4)],
    ['longitude below -180', bbox(1, 2, -180.001, 4)],
    ['longitude over 180', bbox(1, 2, 3, 180.001)],
    ['zero height (decision 20)', bbox(1, 1, 3, 4)],
    ['zero width (decision 20)', bbox(1, 2, 3, 3)],
    ['less than a hundred-millionth of a degree', bbox(1, 1.00000001, 3, 4)],
  ])('refuses %s', (_name, form) => {
    expect(refusalOf(() => rectangleOfBbox(form))).toEqual({ code: 'coordinatesInvalid', params: {} });
  });

  it('makes the rectangle, up to the whole world', () => {
    expect(aoiOf(rectangleOfBbox(bbox(1, 2, 3, 4))).wkt).toBe('POLYGON ((3 1, 4 1, 4 2, 3 2, 3 1))');
    const world = rectangleOfBbox(bbox(-90, 90, -180, 180));
    expect(aoiOf(world).areaKm2).toBeCloseTo(510_065_621.724, 3);
    expect(aoiOf(world, 'shortest').areaKm2).toBeCloseTo(510_065_621.724, 3);
  });

  it('has the given box as its bounds', () => {
    const degrees = (max: number) =>
      fc.integer({ min: -max * 1e4, max: max * 1e4 }).map((value) => value / 1e4);
    fc.assert(
      fc.property(degrees(90), degrees(90), degrees(180), degrees(180), (a, b, c, d) => {
        fc.pre(a !== b && c !== d);
        const form = bbox(Math.min(a, b), Math.max(a, b), Math.min(c, d), Math.max(c, d));
        const wanted = [form.minLongitude, form.minLatitude, form.maxLongitude, form.maxLatitude];
        expect(boundsOf(rectangleOfBbox(form))).toEqual(wanted);
        expect(aoiOf(rectangleOfBbox(form), 'shortest').bbox).toEqual(wanted);
      }),
    );
  });
});

const center = (longitude: number, latitude: number, widthKm: number, heightKm: number) => ({
  longitude,
  latitude,
  widthKm,
  heightKm,
});

describe("§5 Center needs numeric values, and width and height above 0 (whole km), otherwise 'Invalid input.'. It builds a rectangle around the point", () => {
  it.each([
    ['a longitude that is no number', center(Number.NaN, 0, 5, 5), 'longitude'],
    ['a longitude over 180', center(180.5, 0, 5, 5), 'longitude'],
    ['a latitude that is no number', center(0, Number.NaN, 5, 5), 'latitude'],
    ['a latitude below -90', center(0, -91, 5, 5), 'latitude'],
    ['no width', center(0, 0, Number.NaN, 5), 'widthKm'],
    ['a width of 0', center(0, 0, 0, 5), 'widthKm'],
    ['a width below 0', center(0, 0, -5, 5), 'widthKm'],
    ['a width that is not whole', center(0, 0, 5.5, 5), 'widthKm'],
    ['an infinite height', center(0, 0, 5, Infinity), 'heightKm'],
    ['a height of 0', center(0, 0, 5, 0), 'heightKm'],
    ['a height that is not whole', center(0, 0, 5, 0.5), 'heightKm'],
    ['a rectangle that reaches past the north pole', center(0, 89.99, 5, 5), 'heightKm'],
    ['a rectangle that reaches past the south pole', center(0, -60, 5, 7_000), 'heightKm'],
    ['a rectangle higher than the globe', center(0, 0, 5, 100_000), 'heightKm'],
    ['a rectangle around a pole', center(0, 90, 5, 5), 'heightKm'],
    ['a rectangle wider than its parallel is long', center(0, 0, 40_076, 5), 'widthKm'],
  ])('refuses %s', (_name, form, field) => {
    expect(refusalOf(() => rectangleAround(form))).toEqual({ code: 'inputInvalid', params: { field } });
  });

  it('builds 5 km by 5 km around the start of the map', () => {
    const area = rectangleAround(center(103.85, 1.28, CENTER_SIZE_KM, CENTER_SIZE_KM));
    expect(areaKm2(area)).toBeCloseTo(25, 3);
    const [west, south, east, north] = boundsOf(area);
    expect((west + east) / 2).toBeCloseTo(103.85, 7);
    expect(geodesicMetres([west, 1.28], [east, 1.28])).toBeCloseTo(5000, 1);
    expect(geodesicMetres([103.85, south], [103.85, 1.28])).toBeCloseTo(2500, 1);
    expect(geodesicMetres([103.85, north], [103.85, 1.28])).toBeCloseTo(2500, 1);
  });

  it('has the given width along its parallel and the given height along its meridian', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        (longitude, latitude, widthKm, heightKm) => {
          const [west, south, east, north] = viewBoundsOf(
            rectangleAround(center(longitude, latitude, widthKm, heightKm)),
          );
          expect(Math.abs(geodesicMetres([0, south], [0, north]) / 1000 - heightKm)).toBeLessThan(2e-5);
          // along the parallel, as a sum of short geodesics
          const step = (east - west) / 2000;
          const width = (2000 * geodesicMetres([0, latitude], [step, latitude])) / 1000;
          expect(Math.abs(width - widthKm)).toBeLessThan(3e-5);
        },
      ),
    );
  });

  it('cuts a rectangle that crosses 180°', () => {
    const area = rectangleAround(center(180, -17, 100, 100));
    expect(polygonsOf(area).length).toBe(2);
    expect(aoiOf(area).areaKm2).toBeCloseTo(areaKm2(rectangleAround(center(0, -17, 100, 100))), 2);
    expect(aoiOf(area).geometry).toEqual(aoiOf(rectangleAround(center(-180, -17, 100, 100))).geometry);
  });
});
