import { describe, expect, it } from 'vitest';
import { DRAWING, drawnArea } from '../../../src/geo/area/areaDrawing.ts';
import { labelledLines } from '../../../src/ui/aoi/AreaReview.tsx';
import { formatLongitude } from '../../../src/ui/shared/i18n/formats.ts';
import { box } from '../../fixtures/box.ts';

describe('the small map of an area', () => {
  it('axis labels don’t overprint, whatever the size and place of the area', () => {
    for (const latitude of [0, 52, 80])
      for (let size = 1e-4; size < 60; size *= 1.9)
        for (const flat of [0.2, 1, 5]) {
          const [west, south, east, north] = [
            103.12345,
            latitude - size / flat / 9,
            103.12345 + size,
            latitude + size / flat / 9,
          ];
          const drawing = drawnArea(box(west, south, east, north));
          const texts = drawing.meridians.map(({ degrees }) => formatLongitude(degrees, drawing.digits));
          const longest = Math.max(0, ...texts.map(({ length }) => length));
          const { meridians, parallels } = labelledLines(drawing, DRAWING, longest);
          // 5.9 px a character is the widest that the font writes: '200.00000° W'
          for (const [at, line] of meridians.entries()) {
            if (at > 0) expect(line.at - meridians[at - 1]!.at).toBeGreaterThan(longest * 5.9);
            expect(Math.min(line.at, DRAWING.width - line.at)).toBeGreaterThan((longest * 5.9) / 2);
          }
          for (const [at, line] of parallels.entries()) {
            if (at > 0) expect(Math.abs(line.at - parallels[at - 1]!.at)).toBeGreaterThanOrEqual(11);
            // the label is above its line and doesn't overlap the meridians' labels
            expect(line.at - 3).toBeLessThan(DRAWING.height - 4 - 11);
          }
        }
  });
});
