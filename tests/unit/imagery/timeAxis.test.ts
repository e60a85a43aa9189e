import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeAxis } from '../../../src/ui/imagery/TimeSlider.tsx';

const SIZES = { pitch: 112, thumb: 104 };
const DAY = 86_400_000;

it('days lie at their true distances', () => {
  const { width, dots } = timeAxis([0, 10 * DAY, 30 * DAY, 40 * DAY], SIZES);
  expect(width).toBe(3 * 112 + 104);
  const [a, b, c, d] = dots.map(({ x }) => x);
  expect((b! - a!) / (d! - a!)).toBeCloseTo(0.25, 9);
  expect((c! - a!) / (d! - a!)).toBeCloseTo(0.75, 9);
  expect(dots.map(({ thumb }) => thumb)).toEqual([52, 164, 276, 388]);
});

it('no day covers another, in their order and within the axis', () => {
  const days = fc
    .array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 40 })
    .map((list) => list.toSorted((a, b) => a - b).map((day) => day * DAY));
  fc.assert(
    fc.property(days, (times) => {
      const { width, dots } = timeAxis(times, SIZES);
      dots.forEach(({ x }, at) => {
        expect(x).toBeGreaterThanOrEqual(at === 0 ? 8 - 1e-6 : dots[at - 1]!.x + 12 - 1e-6);
        expect(x).toBeLessThanOrEqual(width - 8 + 1e-6);
      });
    }),
  );
});
