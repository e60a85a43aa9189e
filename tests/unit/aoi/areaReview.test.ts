import { expect, test } from 'vitest';
import { areaChange, chosenArea, isCancelledOut } from '../../../src/machines/aoi/aoi.rules.ts';

const review = (areaBefore: number, areaAfter: number) => ({ areaBefore, areaAfter }) as never;

test('a repair changes the area by so many percent of what it was', () => {
  expect(areaChange(review(200, 250))).toBe(25);
  expect(areaChange(review(200, 150))).toBe(-25);
});

test('an outline whose loops cancel each other out has no area before: less than a hundredth of the one after', () => {
  expect([
    isCancelledOut(review(0.99, 100)),
    isCancelledOut(review(1, 100)),
    isCancelledOut(review(50, 100)),
  ]).toEqual([true, false, false]);
  expect(areaChange(review(0.99, 100))).toBeNull();
  expect(areaChange(review(1, 100))).toBe(9900);
});

test('the area that is meant is known once it was chosen', () => {
  const asked = (chosen: number | null) => ({ choices: ['first', 'second'], chosen }) as never;
  expect([chosenArea(null), chosenArea(asked(null)), chosenArea(asked(0)), chosenArea(asked(1))]).toEqual([
    null,
    null,
    'first',
    'second',
  ]);
});
