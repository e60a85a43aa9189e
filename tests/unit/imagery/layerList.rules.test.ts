import { describe, expect, test } from 'vitest';
import {
  fitsFilter,
  isOutside,
  NO_FILTER,
  type PanelLayer,
  twoDates,
} from '../../../src/machines/imagery/imagery.rules.ts';
import { box } from '../../fixtures/box.ts';

const layer = (id: number, more: Partial<PanelLayer> = {}): PanelLayer => ({
  id,
  name: `Harbour ${id}`,
  description: 'Singapore, 2 m',
  serviceType: 'TMS',
  existVec: false,
  _selected: false,
  _opacity: 100,
  area: box(103, 1, 104, 2),
  acquired: null,
  sensorType: null,
  ...more,
});

test('a layer on the map outside the view is said to be there; without a place it isn’t known', () => {
  const view = [103.5, 1.5, 105, 3] as const;
  const on = { _selected: true };
  expect(isOutside(layer(1, on), [...view])).toBe(false);
  expect(isOutside(layer(1, { ...on, area: box(101, 1, 102, 2) }), [...view])).toBe(true);
  expect(isOutside(layer(1, { area: box(101, 1, 102, 2) }), [...view])).toBe(false);
  expect(isOutside(layer(1, { ...on, area: null }), [...view])).toBe(false);
  expect(isOutside(layer(1, { ...on, area: box(101, 1, 102, 2) }), null)).toBe(false);
});

describe('the list of layers', () => {
  const dated = layer(1, { acquired: '2026-11-14T00:00:00.000Z', sensorType: 'OPTICAL' });
  test.each([
    ['nothing is asked', {}, true, true],
    ['words of name and description, in any order and case', { text: 'singapore HARB' }, true, true],
    ['another word', { text: 'harbour strait' }, false, false],
    ['the sensor', { sensorType: 'OPTICAL' as const }, true, false],
    ['another sensor', { sensorType: 'SAR' as const }, false, false],
    ['its day as the first and last one', { from: '2026-11-14', to: '2026-11-14' }, true, false],
    ['days after it', { from: '2026-11-15' }, false, false],
    ['days before it', { to: '2026-11-13' }, false, false],
  ])('%s', (_, filter, ofDated, ofOther) => {
    expect([dated, layer(2)].map((one) => fitsFilter(one, { ...NO_FILTER, ...filter }))).toEqual([
      ofDated,
      ofOther,
    ]);
  });
});

describe('a comparison opens on two dates of one place', () => {
  const on = (year: number, more: Partial<PanelLayer> = {}) =>
    layer(year, { acquired: `${year}-07-01T00:00:00.000Z`, ...more });
  const shown = { _selected: true };
  const elsewhere = { area: box(10, 50, 11, 51) };
  test.each([
    ['the shown one and the one next in time', [on(2021), on(2026, shown), on(2024)], [2024, 2026]],
    ['an earlier one that is nearer than the newest', [on(2030), on(2026, shown), on(2024)], [2024, 2026]],
    ['the same in another order', [on(2024), on(2026, shown), on(2021)], [2024, 2026]],
    ['two that are shown, the last', [on(2024), on(2026, shown), on(2021, shown)], [2021, 2026]],
    ['two that are shown', [on(2021, shown), on(2026, shown), on(2024)], [2021, 2026]],
    ['a later one, if there is no earlier', [on(2021, shown), on(2026)], [2021, 2026]],
    ['none of another place', [on(2021, elsewhere), on(2026, shown)], null],
    ['none if nothing dated is on the map', [on(2021), on(2026), layer(3, shown)], null],
    ['none of the same day', [on(2026), layer(7, { ...on(2026, shown), id: 7 })], null],
  ])('%s', (_, layers, pair) => {
    expect(twoDates(layers, null)).toEqual(pair && { before: pair[0], after: pair[1] });
  });

  const far = { area: box(10, 50, 11, 51) };
  test.each([
    ['the two newest over the AOI', [on(2020), on(2024), on(2026), on(2027, far)], [2024, 2026]],
    ['the same where an older pair is nearer', [on(2014), on(2015), on(2026)], [2015, 2026]],
    ['none with one date over the AOI', [on(2026), on(2020, far)], null],
    ['none without any', [], null],
  ])('with nothing on the map: %s', (_, layers, pair) => {
    expect(twoDates(layers, box(103.5, 1.5, 103.6, 1.6))).toEqual(
      pair && { before: pair[0], after: pair[1] },
    );
  });
});
