import { describe, expect, it } from 'vitest';
import { drawnFootprints, otherFootprints } from '../../../../src/machines/map/map.rules.ts';
import { countInBox } from '../../../../src/geo/area/inBox.ts';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { box } from '../../../fixtures/box.ts';

describe('the view of the footprints', () => {
  it('without a mosaic, above 200 in view and below zoom 13, outlines give way to density', () => {
    expect(drawnFootprints('auto', 201, 12.9, null)).toBe('density');
    expect(drawnFootprints('auto', 200, 12.9, null)).toBe('outlines');
    expect(drawnFootprints('auto', 201, 13, null)).toBe('outlines');
  });

  it('beside a mosaic the others are hairlines, and density where more than 12 overlap', () => {
    expect(drawnFootprints('auto', 1000, 9, 12)).toBe('hairlines');
    expect(drawnFootprints('auto', 14, 16, 13)).toBe('density');
    expect(drawnFootprints('auto', 200, 12.9, 'pending')).toBe('hairlines');
    expect(drawnFootprints('auto', 201, 12.9, 'pending')).toBe('density');
  });

  it('what the user selects applies to any number and zoom', () => {
    expect(drawnFootprints('outlines', 10_000, 5, 1)).toBe('outlines');
    expect(drawnFootprints('density', 3, 18, null)).toBe('density');
    expect(drawnFootprints('hidden', 3, 18, 1)).toBe('hidden');
  });

  it('F switches density and outlines', () => {
    expect(otherFootprints('density')).toBe('outlines');
    expect(otherFootprints('outlines')).toBe('density');
    expect(otherFootprints('hidden')).toBe('density');
  });

  it('scenes in view are counted without the filtered ones, also across 180°', () => {
    const at = (lon: number): { geometry: AreaGeometry } => ({
      geometry: box(lon, 0, lon + 1, 1),
    });
    const list = [at(178), at(-179), at(0)];
    expect(countInBox(list, [177, -1, 185, 2], null)).toBe(2);
    expect(countInBox(list, [177, -1, 185, 2], Uint8Array.of(0, 1, 1))).toBe(1);
    expect(countInBox(list, [-360, -1, 0, 2], null)).toBe(3);
  });
});
