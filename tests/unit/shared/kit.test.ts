import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../src/ui/shared/kit/fields/DateField.tsx';
import { pagesAround } from '../../../src/ui/shared/kit/layout/Pager.tsx';
import { valueWithin } from '../../../src/ui/shared/kit/fields/Slider.tsx';
import { stepTo } from '../../../src/ui/shared/kit/figures/Sparkline.tsx';

describe('a typed slider value', () => {
  test.each([
    [33, 0, 100, 1, 33],
    [250, 0, 100, 1, 100],
    [-4, 0, 100, 1, 0],
    [0.34, 0.1, 2, 0.1, 0.3],
    [0.3, 0.1, 2, 0.1, 0.3],
    [1.95, 0.1, 2, 0.1, 2],
  ])('%d between %d and %d in steps of %d becomes %d', (typed, min, max, step, value) => {
    expect(valueWithin(typed, min, max, step)).toBe(value);
  });

  test('every number becomes a step within the limits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), (typed) => {
        const value = valueWithin(typed, 0.1, 2, 0.1);
        expect(value).toBeGreaterThanOrEqual(0.1);
        expect(value).toBeLessThanOrEqual(2);
        expect(Math.abs(value * 10 - Math.round(value * 10))).toBeLessThan(1e-9);
      }),
    );
  });
});

describe('keys in the sparkline', () => {
  test.each([
    ['ArrowRight', 3, 4],
    ['ArrowUp', 3, 4],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 3, 2],
    ['ArrowRight', 13, 13],
    ['ArrowLeft', 0, 0],
    ['Home', 7, 0],
    ['End', 7, 13],
    ['Enter', 7, null],
  ])('%s moves from %d to %s of 14', (key, from, to) => {
    expect(stepTo(key, from, 14)).toBe(to);
  });

  test('without days no key has an effect', () => {
    expect(stepTo('Home', -1, 0)).toBeNull();
  });
});

describe('a typed day', () => {
  test.each([
    ['2026-08-20', '2026-08-20'],
    [' 2026/8/2 ', '2026-08-02'],
    ['2026.08.20', '2026-08-20'],
    ['20260820', '2026-08-20'],
    ['2026年8月20日', '2026-08-20'],
    ['2024-02-29', '2024-02-29'],
  ])('%s is read as %s', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '20 Aug 2026', '26-08-20', '2026-08-20T00:00', ''])(
    '%s is not a day',
    (text) => {
      expect(dayOf(text)).toBeNull();
    },
  );
});

describe('the pages of a list', () => {
  test('few pages are all shown', () => {
    expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
    expect(pagesAround(1, 0)).toEqual([1]);
  });

  test('many pages have gaps around the current one', () => {
    expect(pagesAround(1, 40)).toEqual([1, 2, null, 40]);
    expect(pagesAround(20, 40)).toEqual([1, null, 19, 20, 21, null, 40]);
    expect(pagesAround(40, 40)).toEqual([1, null, 39, 40]);
  });

  test('at most seven entries are shown, in order, with the first, last and current page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (pageCount, seed) => {
        const page = 1 + (seed % pageCount);
        const shown = pagesAround(page, pageCount);
        const numbers = shown.filter((entry) => entry !== null);
        expect(shown.length).toBeLessThanOrEqual(7);
        expect(numbers).toEqual(expect.arrayContaining([1, page, pageCount]));
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }),
    );
  });
});

/** WCAG 2.2 contrast ratio of two colours in the form #rrggbb. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colour tokens', () => {
  const css = readFileSync(new URL('../../../src/ui/shared/styles/tokens.css', import.meta.url), 'utf8');
  const colours = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
  const themes = [2, 3].map((at) => new Map(colours.map((found) => [found[1], found[at]])));

  test('every colour has a light and a dark value', () => {
    const [tokens = ''] = css.split('\n}\n');
    expect(tokens).not.toMatch(/: #/);
    expect(colours.length).toBeGreaterThan(20);
  });

  test.each([
    ['ink', 'surface', 4.5],
    ['ink-2', 'surface', 4.5],
    ['ink-2', 'hover', 4.5],
    ['ink-2', 'neutral-soft', 4.5],
    ['ink-3', 'surface', 4.5],
    ['ink-3', 'sunken', 4.5],
    ['ink-3', 'hover', 4.5],
    ['ink-3', 'accent-soft', 4.5],
    ['accent', 'surface', 4.5],
    ['accent', 'accent-soft', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['on-err', 'err', 4.5],
    ['ok', 'ok-soft', 4.5],
    ['warn', 'warn-soft', 4.5],
    ['err', 'err-soft', 4.5],
    ['err', 'surface', 4.5],
    ['line-strong', 'surface', 3],
    ['line-strong', 'sunken', 3],
  ])('%s on %s has enough contrast in both themes', (ink, ground, least) => {
    for (const theme of themes) {
      expect(contrast(theme.get(ink) ?? '', theme.get(ground) ?? '')).toBeGreaterThanOrEqual(least);
    }
  });
});
