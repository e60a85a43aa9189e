import { describe, expect, test } from 'vitest';
import { ROW_HEIGHT, rowOfKey, rowWindow, scrollTopFor } from '../../../src/ui/search/rowWindow.ts';

describe('The rows of the results that stand in the page', () => {
  test('are those in sight and a few beyond, at the top, in the middle and at the end', () => {
    expect(rowWindow(0, 700, 5000).first).toBe(0);
    const middle = rowWindow(1000 * ROW_HEIGHT, 700, 5000);
    expect(middle.first).toBeLessThan(1000);
    expect(middle.end).toBeGreaterThan(1000 + Math.ceil(700 / ROW_HEIGHT));
    const last = rowWindow(5000 * ROW_HEIGHT - 700, 700, 5000);
    expect(last.end).toBe(5000);
    expect(last.first).toBeLessThan(5000 - Math.ceil(700 / ROW_HEIGHT));
  });

  test('are never more than 60 together with the one that has the focus', () => {
    for (const height of [0, 82, 700, 4000, 100_000])
      for (const scrollTop of [0, 41, 123_456, 10_000_000]) {
        const { first, end } = rowWindow(scrollTop, height, 5000);
        expect(end - first).toBeLessThanOrEqual(59);
        expect(end - first).toBeGreaterThan(0);
      }
  });

  test('are none of an empty list', () => {
    expect(rowWindow(0, 700, 0)).toEqual({ first: 0, end: 0 });
  });
});

describe('A row comes wholly into sight', () => {
  test('with as little scrolling as can be, and with none where it is in sight', () => {
    expect(scrollTopFor(3, 0, 700)).toBe(0);
    expect(scrollTopFor(0, 500, 700)).toBe(0);
    expect(scrollTopFor(10, 0, 700)).toBe(11 * ROW_HEIGHT - 700);
    expect(scrollTopFor(20, 20 * ROW_HEIGHT, 700)).toBe(20 * ROW_HEIGHT);
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
