import { describe, expect, test } from 'vitest';
import { placeSearchLayout } from '../../../src/ui/map/kernel/upperEdge.ts';
import { mapPaddingOf } from '../../../src/ui/map/kernel/mapPadding.ts';

function lookAt(
  width: number,
  now: { isPanelOpen?: boolean; isInMode?: boolean; isCompared?: boolean } = {},
) {
  const { isPanelOpen = true, isInMode = false, isCompared = false } = now;
  const { left, right } = mapPaddingOf({ width, height: 900, isPanelOpen, isDrawerOpen: false });
  return placeSearchLayout({ width, free: width - left - right, isInMode, isCompared });
}

describe('the layout of the place search', () => {
  test('a field where the free map is wide, a button elsewhere; on the phone it is in the sheet', () => {
    expect([1440, 1280, 1024, 800, 640, 375].map((width) => lookAt(width))).toEqual([
      'field',
      'field',
      'field',
      'button',
      'button',
      'none',
    ]);
    expect(lookAt(800, { isPanelOpen: false })).toBe('field');
    expect(lookAt(600, { isPanelOpen: false })).toBe('none');
  });

  test('below the bar of a mode, and hidden where that bar needs the space', () => {
    expect(lookAt(1440, { isInMode: true })).toBe('lowered');
    expect(lookAt(1024, { isInMode: true })).toBe('none');
    expect(lookAt(375, { isInMode: true })).toBe('none');
  });

  test('hidden next to the names of the compared sides', () => {
    expect(lookAt(1440, { isCompared: true, isInMode: true, isPanelOpen: false })).toBe('none');
  });
});
