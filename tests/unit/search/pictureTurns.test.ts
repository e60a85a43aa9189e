import { expect, it } from 'vitest';
import { turnsOf } from '../../../src/ui/search/pictureTurns.ts';

it('pictures of rows are loaded two at a time, in the order of their coming; a row that leaves gives its turn to the next', () => {
  const begun: number[] = [];
  const takeTurn = turnsOf(2);
  const ends = [1, 2, 3, 4, 5].map((row) => takeTurn(() => begun.push(row)));
  expect(begun).toEqual([1, 2]);
  // one that waited is out of sight
  ends[2]?.();
  expect(begun).toEqual([1, 2]);
  ends[0]?.();
  expect(begun).toEqual([1, 2, 4]);
  // it has come, and then its row leaves
  ends[0]?.();
  expect(begun).toEqual([1, 2, 4]);
  ends[3]?.();
  expect(begun).toEqual([1, 2, 4, 5]);
});
