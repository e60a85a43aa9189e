/** A word and the set of its letters, which tells most words apart without comparing them. */
export interface Letters {
  word: string;
  /** One bit for each letter of the Latin alphabet; other characters share the rest. */
  set: number;
}

const A = 97;

export function lettersOf(word: string): Letters {
  let set = 0;
  for (const character of word) set |= 1 << (((character.codePointAt(0) ?? 0) - A + 3200) % 32);
  return { word, set };
}

/** Errors that a word of this length may have: short ones would match anything. */
const errorsIn = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2);

function bitsOf(set: number): number {
  let rest = set;
  let count = 0;
  for (; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}

/**
 * Number of letters to change, add, leave out or swap with their neighbour; more than `most` counts as `most` + 1.
 */
function distance(one: string, other: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length]!;
}

/**
 * Whether a typed word equals another one except for typing errors; words of fewer than four letters must be
 * identical.
 */
export function isAlmost(typed: Letters, known: Letters): boolean {
  if (typed.word === known.word) return true;
  const most = errorsIn(typed.word.length);
  if (most === 0 || Math.abs(typed.word.length - known.word.length) > most) return false;
  // each error changes at most two letters of the set
  if (bitsOf(typed.set ^ known.set) > most * 2) return false;
  return distance(typed.word, known.word, most) <= most;
}
