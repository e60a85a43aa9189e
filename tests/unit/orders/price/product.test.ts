import { expect, test } from 'vitest';
import { PRODUCT_LEVELS } from '../../../../contract/limits.ts';
import {
  DELIVERED_IMAGE,
  MODES,
  projectionsOf,
  TASKING_MINIMUM_KM2,
} from '../../../../contract/orders/product.ts';
import { writeGeoTiff } from '../../../../server/deliveries/geotiff.ts';
import { taskingMinimumOf, taskingUnitPriceOf } from '../../../../server/rules/orders/tariff.ts';

test('a delivered image has the bands and bits that the forms state', () => {
  const file = writeGeoTiff({
    width: 1,
    height: 1,
    rgba: new Uint8Array(4),
    description: '',
    epsg: 4326,
    west: 0,
    north: 1,
    pixelWidth: 1,
    pixelHeight: 1,
  });
  // BitsPerSample (tag 258) counts the bands and refers to their bits
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const directory = view.getUint32(4, true);
  const entries = Array.from({ length: view.getUint16(directory, true) }, (_, i) => directory + 2 + 12 * i);
  const bits = entries.find((at) => view.getUint16(at, true) === 258)!;
  const count = view.getUint32(bits + 4, true);
  const from = view.getUint32(bits + 8, true);
  expect(Array.from({ length: count }, (_, i) => view.getUint16(from + 2 * i, true))).toEqual(
    Array.from({ length: DELIVERED_IMAGE.bands }, () => DELIVERED_IMAGE.bitsPerBand),
  );
});

test('§4: only L1 is limited to LAT_LON', () => {
  expect(PRODUCT_LEVELS.filter((level) => projectionsOf(level).length === 1)).toEqual(['L1']);
});

test('prices follow the modes and sources of the table', () => {
  const price = (productMode: 'MONO' | 'STEREO') =>
    taskingUnitPriceOf({ sourceCode: 'C', resolution: 0.5, productMode });
  expect(price('STEREO') / price('MONO')).toBeCloseTo(MODES.STEREO.priceFactor, 4);
  expect([taskingMinimumOf('CA'), taskingMinimumOf('C')]).toEqual([
    TASKING_MINIMUM_KM2.CA,
    TASKING_MINIMUM_KM2.C,
  ]);
});
