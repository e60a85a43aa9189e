import { expect, test } from 'vitest';
import { nearestStop } from '../../../src/ui/shared/kit/layout/Sheet.tsx';

const HEIGHTS = { low: 120, middle: 400, full: 700 };

test('a released sheet moves to the nearest stop', () => {
  expect(nearestStop(20, HEIGHTS)).toBe('low');
  expect(nearestStop(270, HEIGHTS)).toBe('middle');
  expect(nearestStop(549, HEIGHTS)).toBe('middle');
  expect(nearestStop(551, HEIGHTS)).toBe('full');
  expect(nearestStop(900, HEIGHTS)).toBe('full');
});
