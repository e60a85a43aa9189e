import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportCredits } from '../../../contract/imageryPrice.ts';
import { isCancellable, orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import { priceOfScenes, priceOfTasking } from '../../../server/orders/pricing.rules.ts';
import { statusKeyOf } from '../../../src/machines/orders/orders.machine.ts';
import { formatCoordinates, formatLatitude, formatLongitude } from '../../../src/ui/shared/i18n/formats.ts';
import { cornerOf, scene, squareAoi } from '../../model/shared/samples.ts';
import { COORDINATES, EXPORT_CREDITS, MESSAGES, ORDER_PRICES, STATUSES } from '../../rows/specification.ts';
import { ROOT, textsOf } from '../shared/catalogue.ts';

const [en, zh] = [textsOf('en'), textsOf('zh')];
const css = (file: string) => readFileSync(join(ROOT, 'src/ui/shared', file), 'utf8');

test.each(MESSAGES)('%s says “%s”, and in Chinese “%s”', (key, english, chinese) => {
  const words = (text: string | undefined) => text?.replaceAll(/\{\{\w+\}\}/g, '…');
  expect([words(en.get(key)), words(zh.get(key))]).toEqual([english, chinese]);
});

/** The name of a colour by its hue. */
function colourOf(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span < 40) return 'grey';
  if (most === blue) return 'blue';
  if (most === green) return 'green';
  return (60 * (green - blue)) / span < 20 ? 'red' : 'amber';
}

describe('§4 Order status', () => {
  test.each(STATUSES)('$status is $english ($chinese), $colour', ({ status, english, chinese, colour }) => {
    expect([en, zh].map((texts) => texts.get(statusKeyOf(status)))).toEqual([english, chinese]);
    const { tone } = orderStatusRow(status);
    const tokens = css('styles/tokens.css');
    const [, ink] = new RegExp(`\\[data-tone='${tone}'\\] \\{\\s+--tone: var\\(--([\\w-]+)\\)`).exec(tokens)!;
    const [, ...shades] = new RegExp(`--${ink}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(
      tokens,
    )!;
    for (const shade of shades) expect(colourOf(shade)).toBe(colour);
  });

  test.each(STATUSES)('cancel is offered only below 5: at $status $cancel', ({ status, cancel }) => {
    expect(isCancellable(status)).toBe(cancel);
  });
});

test.each(EXPORT_CREDITS)('an export of %d km² at %d m costs %d credits', (km2, resolution, credits) => {
  expect(exportCredits(km2, resolution)).toBe(credits);
});

describe('§9 Price', () => {
  const aoi = squareAoi(103.7, 1.2, 0.22);

  test.each(ORDER_PRICES)(
    '$delivered km² at $gsd m, level $level: $cents cents',
    ({ gsd, level, delivered, discount, billed, cents }) => {
      const sold = { facts: { ...scene('A', 'one').properties, gsd }, footprint: aoi.geometry };
      // the size of the AOI has no part in it
      for (const areaKm2 of [1, 1_000_000]) {
        const price = priceOfScenes(
          [sold as never],
          [delivered],
          { ...aoi, areaKm2 },
          { productLevel: level },
          1,
        );
        expect(price).toMatchObject({ discount, valuationArea: billed, finalPrice: cents });
      }
    },
  );

  test('a new acquisition that is not cut out is discounted for all that is delivered', () => {
    // half of a square of 24.5 km; the square has 600 km²
    const half = cornerOf(103.7, 1.2, 0.22);
    const form = { sourceCode: 'S', resolution: 1, productMode: 'MONO', productLevel: 'L1' } as const;
    expect(priceOfTasking(half, { ...form, cropByAoi: true }, 1).discount).toBe(1);
    expect(priceOfTasking(half, { ...form, cropByAoi: false }, 1).discount).toBe(0.95);
  });
});

test.each(COORDINATES)('%d, %d is written %s, %s', (longitude, latitude, west, north) => {
  expect([formatLongitude(longitude, 2), formatLatitude(latitude, 2)]).toEqual([west, north]);
  const [, shown] = /^\S+° ([NS]) \S+° [EW]$/.exec(formatCoordinates(longitude, latitude))!;
  expect(north.endsWith(shown!)).toBe(true);
});
