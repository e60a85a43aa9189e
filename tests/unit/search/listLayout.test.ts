import { describe, expect, test } from 'vitest';
import { arranged, DEFAULT_VIEW_OPTIONS } from '../../../src/machines/search/results.rules.ts';
import {
  HEAD_HEIGHT,
  itemWindow,
  ROW_HEIGHT,
  rowOfKey,
  scrollTopFor,
  layoutOf,
} from '../../../src/ui/search/ResultsGrid.tsx';
import { scene } from '../../model/shared/samples.ts';

const scenes = Array.from({ length: 5000 }, (_, at) => {
  const one = scene(`S${at}`, 'one');
  return { ...one, properties: { ...one.properties, satellite: `SV-${Math.floor(at / 3)}` } };
});
const loaded = { scenes, shares: null, clear: null, newIds: new Set<string>() };
const plain = layoutOf(arranged(loaded, DEFAULT_VIEW_OPTIONS), false);
const grouped = layoutOf(arranged(loaded, { ...DEFAULT_VIEW_OPTIONS, group: 'satellite' }), true);

describe('The rows of the results that stand in the page', () => {
  test('are those in sight and a few beyond, at the top, in the middle and at the end', () => {
    expect(itemWindow(plain, 0, 700).first).toBe(0);
    const middle = itemWindow(plain, 1000 * ROW_HEIGHT, 700);
    expect(middle.first).toBeLessThan(1000);
    expect(middle.end).toBeGreaterThan(1000 + Math.ceil(700 / ROW_HEIGHT));
    const last = itemWindow(plain, 5000 * ROW_HEIGHT - 700, 700);
    expect(last.end).toBe(5000);
    expect(last.first).toBeLessThan(5000 - Math.ceil(700 / ROW_HEIGHT));
  });

  test.each([
    ['a plain list', plain],
    ['a grouped one', grouped],
  ])('are never more than 60 together with the one that has the focus: %s', (_, layout) => {
    for (const height of [0, 88, 700, 4000, 100_000])
      for (const scrollTop of [0, 41, 123_456, 10_000_000]) {
        const { first, end } = itemWindow(layout, scrollTop, height);
        expect(end - first).toBeLessThanOrEqual(59);
        expect(end - first).toBeGreaterThan(0);
      }
  });

  test('fill the height that is in sight, heads of groups among them', () => {
    const { first, end } = itemWindow(grouped, 50_000, 700);
    expect(grouped.items[first]!.top).toBeLessThan(50_000);
    expect(grouped.items[end - 1]!.top).toBeGreaterThan(50_700);
  });

  test('are none of an empty list', () => {
    const empty = layoutOf({ scenes: [], groups: [] }, false);
    expect(itemWindow(empty, 0, 700)).toEqual({ first: 0, end: 0 });
  });
});

describe('A row comes wholly into sight', () => {
  test('with as little scrolling as can be, and with none where it is in sight', () => {
    expect(scrollTopFor(plain, 3, 0, 700)).toBe(0);
    expect(scrollTopFor(plain, 0, 500, 700)).toBe(0);
    expect(scrollTopFor(plain, 10, 0, 700)).toBe(11 * ROW_HEIGHT - 700);
    expect(scrollTopFor(plain, 20, 20 * ROW_HEIGHT, 700)).toBe(20 * ROW_HEIGHT);
  });

  test('the first of a group with its head', () => {
    expect(scrollTopFor(grouped, 3, 5000, 700)).toBe(HEAD_HEIGHT + 3 * ROW_HEIGHT);
  });
});

describe('Keyboard: arrows move', () => {
  test('by one row, by a page, to the first and to the last, never beyond', () => {
    expect(rowOfKey('ArrowDown', 3, 10, 7)).toBe(4);
    expect(rowOfKey('ArrowUp', 3, 10, 7)).toBe(2);
    expect(rowOfKey('ArrowUp', 0, 10, 7)).toBe(0);
    expect(rowOfKey('ArrowDown', 9, 10, 7)).toBe(9);
    expect(rowOfKey('PageDown', 1, 10, 7)).toBe(8);
    expect(rowOfKey('PageUp', 1, 10, 7)).toBe(0);
    expect(rowOfKey('Home', 5, 10, 7)).toBe(0);
    expect(rowOfKey('End', 5, 10, 7)).toBe(9);
  });

  test('other keys move nothing', () => {
    expect(rowOfKey('Enter', 3, 10, 7)).toBeNull();
    expect(rowOfKey(' ', 3, 10, 7)).toBeNull();
    expect(rowOfKey('ArrowDown', 0, 0, 7)).toBeNull();
  });
});
