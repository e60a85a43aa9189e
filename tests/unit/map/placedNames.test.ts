import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { placedNames, type Name } from '../../../src/ui/map/layers/outline/placedNames.ts';
import { boxRing } from '../../fixtures/box.ts';

const SIZES = [16, 13, 11] as const;
/** Positions are pixels here, and a letter is half as wide as high. */
const placed = (names: readonly Name[], lines: readonly Position[][] = []) =>
  placedNames(names, {
    free: [400, 0, 1400, 800],
    lines,
    project: ([x = 0, y = 0]) => [x, y],
    sizes: SIZES,
    widthOf: (text, size) => (text.length * size) / 2,
  });
const name = (text: string, x: number, y: number, more: Partial<Name> = {}): Name => ({
  text,
  at: [x, y],
  rank: 1,
  weight: 0,
  isForeign: false,
  ...more,
});
const texts = (names: readonly Name[]) => names.map(({ text }) => text);

describe('the names of the built-in map', () => {
  it('at most eight are in sight, the most important ones', () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      name(`T${n}`, 450 + (n % 10) * 90, 50 + Math.floor(n / 10) * 120, {
        rank: n < 5 ? 0 : 2,
        weight: n,
      }),
    );
    expect(texts(placed(many))).toEqual(['T4', 'T3', 'T2', 'T1', 'T0', 'T59', 'T58', 'T57']);
  });

  it('none touches another, and the more important one stays', () => {
    const near = [
      name('Johor Bahru', 700, 300, { weight: 5e5 }),
      name('Singapore', 720, 310, { rank: 0, weight: 5e6 }),
      name('Batam', 720, 420),
    ];
    expect(texts(placed(near))).toEqual(['Singapore', 'Batam']);
  });

  it('none is cut by the edge of the free map, nor under a panel', () => {
    expect(
      texts(placed([name('Under', 300, 300), name('Cut off', 410, 300), name('Whole', 460, 300)])),
    ).toEqual(['Whole']);
  });

  it('none is over the AOI’s line or its handles; inside and outside of it they stand', () => {
    const square = boxRing(600, 200, 900, 500);
    const names = [
      name('Across', 600, 350),
      name('Corner', 610, 190),
      name('Touching', 750, 184),
      name('Inside', 750, 350),
      name('Outside', 750, 600),
    ];
    expect(texts(placed(names)).toSorted()).toEqual(['Across', 'Corner', 'Inside', 'Outside', 'Touching']);
    expect(texts(placed(names, [square])).toSorted()).toEqual(['Inside', 'Outside']);
  });

  it('a line that only passes through a name’s box, with no corner in it, is seen', () => {
    const across = [
      [0, 300],
      [2000, 320],
    ];
    expect(placed([name('Ghent', 700, 307)], [across])).toEqual([]);
  });

  it('they are in one language: foreign names stand only where none is in the reader’s', () => {
    const mixed = [
      name('新加坡', 600, 300),
      name('Keluang', 900, 300, { rank: 0, weight: 1e7, isForeign: true }),
    ];
    expect(texts(placed(mixed))).toEqual(['新加坡']);
    expect(texts(placed(mixed.slice(1)))).toEqual(['Keluang']);
    // one beyond the view doesn't count
    expect(texts(placed([name('上海', 5000, 300), ...mixed.slice(1)]))).toEqual(['Keluang']);
  });
});
