import { describe, expect, test } from 'vitest';
import { placeSearchLayout, tileNoticePlace } from '../../../src/ui/map/kernel/upperEdge.ts';
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
  test('a field where the free map is wide, a button elsewhere and on the phone', () => {
    expect([1440, 1280, 1024, 800, 640, 375].map((width) => lookAt(width))).toEqual([
      'field',
      'field',
      'field',
      'button',
      'button',
      'button',
    ]);
    expect(lookAt(800, { isPanelOpen: false })).toBe('field');
    expect(lookAt(600, { isPanelOpen: false })).toBe('button');
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

describe('the notice about lost tiles', () => {
  const placeAt = (
    width: number,
    now: { isInMode?: boolean; isPanelWide?: boolean; isDrawerOpen?: boolean } = {},
  ) => {
    const { isInMode = false, isPanelWide = false, isDrawerOpen = false } = now;
    const look = { width, height: 900, isPanelOpen: true, isPanelWide, isDrawerOpen };
    const { left, right } = mapPaddingOf(look);
    return tileNoticePlace({ width, free: width - left - right, isInMode, isCompared: false });
  };
  const beside = { top: 12, start: 288, isBelow: false };
  const below = { top: 68, start: 12, isBelow: true };

  test('is beside the place search where its sentence fits there, else below it', () => {
    expect([1600, 1440, 1279, 1024].map((width) => placeAt(width))).toEqual([beside, beside, below, below]);
    expect(placeAt(1440, { isPanelWide: true })).toEqual(below);
    expect(placeAt(1440, { isDrawerOpen: true })).toEqual(below);
  });

  test('is below the bar of a mode', () => {
    expect(placeAt(1440, { isInMode: true }).top).toBe(68);
    expect(placeAt(1024, { isInMode: true }).top).toBe(84);
  });
});
