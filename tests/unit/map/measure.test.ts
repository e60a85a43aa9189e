import type { Position } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { traceOf } from '../../../src/geo/area/measure.ts';
import { meaningOfPress, MEASURE_MIN, withMeasure } from '../../../src/machines/map/map.rules.ts';
import { formatLength, formatMeasuredArea } from '../../../src/ui/shared/i18n/formats.ts';
import { addPortalTexts, applyLanguage, translate } from '../../../src/ui/shared/i18n/language.ts';
import { segmentLabels, sentenceOf, totalOf, totalPlace } from '../../../src/ui/map/tools/measure/figures.ts';
import { picturePainter } from './support/picturePainter.ts';
import { SYMBOLS } from '../../../src/ui/map/kernel/symbols.ts';

const PATH: Position[] = [
  [103.8, 1.2],
  [103.9, 1.3],
  [104, 1.2],
];
const path = { kind: 'distance', positions: PATH } as const;
const area = { kind: 'area', positions: PATH } as const;

beforeAll(async () => {
  await addPortalTexts();
  await applyLanguage('en');
});

describe('what a press means while measuring', () => {
  const elsewhere = { first: false, last: false };
  it('elsewhere it sets a vertex', () => {
    for (const count of [0, 1, 5]) expect(meaningOfPress('distance', count, elsewhere)).toBe('vertex');
  });

  it('on the last vertex it ends the line, so that a double click sets its own vertex once', () => {
    expect(meaningOfPress('distance', 2, { first: false, last: true })).toBe('end');
    expect(meaningOfPress('area', 3, { first: false, last: true })).toBe('end');
  });

  it('a line that is too short for its figure does not end', () => {
    expect(meaningOfPress('distance', MEASURE_MIN.distance - 1, { first: true, last: true })).toBe('nothing');
    expect(meaningOfPress('area', MEASURE_MIN.area - 1, { first: false, last: true })).toBe('nothing');
  });

  it('on the first vertex an area is closed, while a path may come back there', () => {
    expect(meaningOfPress('area', 3, { first: true, last: false })).toBe('end');
    expect(meaningOfPress('distance', 3, { first: true, last: false })).toBe('vertex');
  });
});

describe('§4 Measure: several at once', () => {
  it('each keeps its id while another is removed', () => {
    const three = [path, area, path].reduce(withMeasure, []);
    expect(three.map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'distance'],
      [2, 'area'],
      [3, 'distance'],
    ]);
    const without = three.filter(({ id }) => id !== 2);
    expect(withMeasure(without, area).map(({ id }) => id)).toEqual([1, 3, 4]);
  });
});

describe('the figures', () => {
  it.each([
    [0, '0.0\u00a0m'],
    [12.34, '12.3\u00a0m'],
    [99.96, '100\u00a0m'],
    [850.4, '850\u00a0m'],
    [999.49, '999\u00a0m'],
    [999.6, '1.00\u00a0km'],
    [22_370, '22.37\u00a0km'],
    [15_347_634.5, '15,347.63\u00a0km'],
  ])('a length of %d metres is %s', (metres, text) => {
    expect(formatLength(metres)).toBe(text);
  });

  it.each([
    [0.000_480_5, '480.5\u00a0m²'],
    [0.012_35, '12,350\u00a0m²'],
    [0.999_999_6, '1.00\u00a0km²'],
    [708.991, '708.99\u00a0km²'],
  ])('an area of %d km² is %s', (km2, text) => {
    expect(formatMeasuredArea(km2)).toBe(text);
  });

  it('every segment is labelled, and the total is in a separate tag', () => {
    const trace = traceOf('distance', PATH);
    const lengths = trace.segmentMetres.map(formatLength);
    expect(segmentLabels('distance', trace).map(({ text }) => text)).toEqual(lengths);
    expect(totalOf('distance', trace)).toBe(formatLength(trace.metres));
    expect(totalPlace('distance', trace)).toEqual(PATH[2]);
  });

  it('a distance of one segment has its length once, in the tag on its middle', () => {
    const trace = traceOf('distance', PATH.slice(0, 2));
    expect(segmentLabels('distance', trace)).toEqual([]);
    expect(totalPlace('distance', trace)).toBe(trace.middles[0]);
  });

  it('an area has its sides labelled, the last one too, and its figure inside', () => {
    const trace = traceOf('area', PATH);
    const labels = segmentLabels('area', trace);
    expect(labels.length).toBe(3);
    expect(labels[2]?.ends).toEqual([PATH[2], PATH[0]]);
    const [lon = 0, lat = 0] = totalPlace('area', trace);
    expect(lat).toBeGreaterThan(1.2);
    expect(lat).toBeLessThan(1.3);
    expect(Math.abs(lon - 103.9)).toBeLessThan(0.1);
  });

  it('in words, in both languages', async () => {
    const trace = traceOf('distance', PATH);
    expect(sentenceOf(translate, { ...path, id: 2 }, trace)).toBe(
      'Distance 2: 31.38\u00a0km. Segments: 15.69\u00a0km, 15.69\u00a0km.',
    );
    expect(sentenceOf(translate, { ...area, id: 1 }, traceOf('area', PATH))).toMatch(
      /^Area 1: 123\.06\skm²\. Perimeter: 53\.64\skm\. Sides: /,
    );
    await applyLanguage('zh');
    expect(sentenceOf(translate, { ...path, id: 2 }, trace)).toBe(
      '距离 2：31.38\u00a0km。各段：15.69\u00a0km、15.69\u00a0km。',
    );
    await applyLanguage('en');
  });
});

describe('the measured symbols (docs/design.md, Map symbols)', () => {
  it('are above the AOI: fill of 12%, casing, a solid line of 2, round ends', async () => {
    const layers = (await picturePainter())({ measures: [area], measuring: path });
    expect(layers.map(({ id }) => id).filter((id) => id.includes('measur'))).toEqual([
      'deck-measures-fill',
      'deck-measures-casing',
      'deck-measures-line',
      'deck-measures-ends',
      'deck-measuring-fill',
      'deck-measuring-casing',
      'deck-measuring-line',
      'deck-measuring-ends',
    ]);
    for (const { measured, aoi } of Object.values(SYMBOLS)) {
      expect(measured.lineWidth).toBe(2);
      expect(measured.fill[3]).toBe(Math.round(0.12 * 255));
      expect(measured.casing).toEqual(aoi.casing);
    }
  });

  it('complete lines keep their layers while the next one is measured', async () => {
    const paint = await picturePainter();
    const measures = [area];
    const layerOf = (measuring: typeof path) =>
      paint({ measures, measuring }).find(({ id }) => id === 'deck-measures-line');
    expect(layerOf({ ...path })).toBe(layerOf({ ...path }));
  });
});
