import { describe, expect, it } from 'vitest';
import { coarserPixels } from '../../../../src/machines/orders/orderWarnings.rules.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { orderedBounds } from '../../../../src/geo/entry/eastward.ts';
import { readAreaWkt } from '../../../../src/geo/wkt/wkt.ts';
import { scene } from '../../../model/shared/samples.ts';
import { boxRing } from '../../../fixtures/box.ts';

const area = (west: number, south: number, east: number, north: number) =>
  readAreaWkt(
    `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`,
  );
const LIMIT = 16_000_000;
/** About 1.1 × 1.1 km, and 11 × 11 km. */
const small = aoiOf(area(103.8, 1.2, 103.81, 1.21));
const large = aoiOf(area(103.8, 1.2, 103.9, 1.3));
const whole = area(103.7, 1.1, 104, 1.4);

function simulated(gsd: number | null, changes: object = {}) {
  const one = scene('A', 'one');
  const properties = { ...one.properties, gsd, simulated: true, ...changes };
  return { ...one, geometry: whole, properties };
}

describe('what an order form says of the delivered pixels', () => {
  const images = { aoi: small, scenes: [simulated(0.5)], deliveryPixels: LIMIT };

  it("is nothing while the sensor's pixels fit", () => {
    expect(coarserPixels(images, { cropByAoi: true })).toBeNull();
  });

  it('is nothing for real scenes, and at a back end without a limit', () => {
    const real = [simulated(0.5, { simulated: false })];
    expect(coarserPixels({ ...images, scenes: real }, { cropByAoi: false })).toBeNull();
    expect(coarserPixels({ ...images, deliveryPixels: undefined }, { cropByAoi: false })).toBeNull();
  });

  it('is the size that fits, for a larger area and for whole scenes', () => {
    // 11.13 × 11.06 km and 33.4 × 33.2 km in 16 megapixels
    expect(coarserPixels({ ...images, aoi: large }, { cropByAoi: true })).toEqual({
      delivered: [2.78, 2.78],
      own: [0.5, 0.5],
      megapixels: 16,
    });
    expect(coarserPixels(images, { cropByAoi: false })?.delivered).toEqual([8.33, 8.33]);
  });

  it('is the range of the scenes that get coarser pixels', () => {
    const scenes = [
      simulated(0.5),
      simulated(3),
      { ...simulated(1), geometry: area(103.8, 1.2, 103.85, 1.3) },
    ];
    expect(coarserPixels({ ...images, aoi: large, scenes }, { cropByAoi: true })).toEqual({
      delivered: [1.97, 2.78],
      own: [0.5, 1],
      megapixels: 16,
    });
  });

  it('of a new acquisition follows the AOI and the resolution; a whole scene is not known yet', () => {
    const tasked = { aoi: large, deliveryPixels: LIMIT };
    expect(coarserPixels(tasked, { cropByAoi: true, resolution: 0.5 })?.delivered).toEqual([2.78, 2.78]);
    expect(coarserPixels(tasked, { cropByAoi: true, resolution: 3 })).toBeNull();
    expect(coarserPixels(tasked, { cropByAoi: false, resolution: 0.5 })).toMatchObject({ delivered: null });
  });
});

describe('the bounds of what is delivered', () => {
  it('are those that footprint and area share, also across 180°', () => {
    expect(orderedBounds(whole, small.geometry)).toEqual([103.8, 1.2, 103.81, 1.21]);
    const across = {
      type: 'MultiPolygon' as const,
      coordinates: [[boxRing(179, 0, 180, 1)], [boxRing(-180, 0, -179, 1)]],
    };
    expect(orderedBounds(across, null)).toEqual([179, 0, 181, 1]);
    expect(orderedBounds(across, area(-179.5, 0.2, -179.2, 0.4))).toEqual([180.5, 0.2, 180.8, 0.4]);
    expect(orderedBounds(area(-179.6, 0.1, -179.1, 0.9), across)).toEqual([-179.6, 0.1, -179.1, 0.9]);
    expect(orderedBounds(whole, area(0, 0, 1, 1))).toBeNull();
  });
});
