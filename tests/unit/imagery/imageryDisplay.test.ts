import { describe, expect, it } from 'vitest';
import { displayOf, shownBands } from '../../../server/imagery/tiles/display.ts';
import type { ImageFacts } from '../../../server/imagery/layers/imageFile.ts';

describe('how the bands of a layer become colours', () => {
  it('bands named red, green and blue are shown as such, in any order', () => {
    expect(shownBands({ bands: 4, alphaBand: null, bandNames: ['blue', 'green', 'red', 'nir'] })).toEqual([
      2, 1, 0,
    ]);
    // the alpha band has no name
    expect(shownBands({ bands: 5, alphaBand: 0, bandNames: ['Blue', 'Green', 'Red', 'NIR'] })).toEqual([
      3, 2, 1,
    ]);
  });

  it('unnamed bands: the first three, or the first in grey', () => {
    expect(shownBands({ bands: 4, alphaBand: null, bandNames: ['', '', 'red', ''] })).toEqual([0, 1, 2]);
    expect(shownBands({ bands: 3, alphaBand: null })).toEqual([0, 1, 2]);
    expect(shownBands({ bands: 2, alphaBand: 1 })).toEqual([0]);
  });

  const facts = { bands: 3, kind: 'uint16', bandNames: ['blue', 'green', 'red'] } as ImageFacts;
  const stats = [1, 2, 3].map((band) => ({ min: 0, max: 0, mean: 0, low: band, high: band * 100 }));

  it('each band is stretched by its own numbers', () => {
    expect(displayOf(facts, stats)).toEqual({ bands: [2, 1, 0], low: [3, 2, 1], high: [300, 200, 100] });
  });

  it('a range that the operator gave holds for each band, so that two dates look alike', () => {
    const display = displayOf(facts, stats, [0, 3000]);
    expect(display).toEqual({ bands: [2, 1, 0], low: [0, 0, 0], high: [3000, 3000, 3000] });
  });

  it('8-bit values are shown as they are', () => {
    const { low, high } = displayOf({ ...facts, kind: 'uint8' }, stats);
    expect([low, high]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ]);
  });
});
