/** Writes `write` in place of the columns from `column` to `end` of the line: the one certain way to mend a text. */
export interface WktFix {
  /** What its button says: `coordinates.<kind>`. */
  kind: 'write' | 'closeRing' | 'removeRest';
  line: number;
  column: number;
  end: number;
  write: string;
}

/** An error's place in the text, as the scanner tells it. */
interface Place {
  line: number;
  column: number;
  end: number;
  cause: string;
  token: string;
}

const LINE_END = /\r\n|\r|\n/;
const ALLOWED = 'POLYGON';
/** How a number begins: a bracket before it is all that is missing. */
const NUMBER_START = /^[+-]?[.\d]/;
/** What may be left behind the end without meaning anything. */
const MEANINGLESS = /^[\s;)]+$/;

/**
 * What the text lacks, where that is certain: a ring's first point at its end, brackets, or a letter of POLYGON; and what
 * it has too much of behind its end. Null where it may be meant in more than one way.
 */
export function certainFix(text: string, place: Place): WktFix | null {
  const { line, column, cause, token } = place;
  const at = { line, column, end: column };
  const [before, behind] = parted(text, place);
  switch (cause) {
    case 'ringOpen':
      return { ...at, kind: 'closeRing', write: `, ${firstPoint(before)}` };
    case 'bracketExpected':
      return NUMBER_START.test(token) ? { ...at, kind: 'write', write: '(' } : null;
    case 'bracketUnclosed':
      return behind === '' ? { ...at, kind: 'write', write: missingBrackets(before) } : null;
    case 'typeUnknown':
      return isNearly(token.toUpperCase()) ? { ...at, end: place.end, kind: 'write', write: ALLOWED } : null;
    case 'textAfterEnd':
      return MEANINGLESS.test(behind) && !LINE_END.test(behind)
        ? { ...at, end: column + behind.length, kind: 'removeRest', write: '' }
        : null;
    default:
      return null;
  }
}

/** The text before the place, and behind it. */
function parted(text: string, { line, column }: Place): [before: string, behind: string] {
  let start = 0;
  const parts = text.split(/(\r\n|\r|\n)/);
  for (const part of parts.slice(0, (line - 1) * 2)) start += part.length;
  const at = start + column - 1;
  return [text.slice(0, at), text.slice(at).trimEnd()];
}

/** The first point of the ring that the text ends in. */
function firstPoint(before: string): string {
  const [first = ''] = before.slice(before.lastIndexOf('(') + 1).split(',');
  return first.trim().replace(/\s+/g, ' ');
}

function missingBrackets(before: string): string {
  // a text falls into one piece more than it has brackets
  const pieces = (bracket: string) => before.split(bracket).length;
  return ')'.repeat(Math.max(1, pieces('(') - pieces(')')));
}

/** Whether a word is POLYGON but for one letter that is missing, wrong or too much. */
function isNearly(word: string): boolean {
  const longer = Math.max(word.length, ALLOWED.length);
  if (word === ALLOWED || Math.abs(word.length - ALLOWED.length) > 1) return false;
  let same = 0;
  while (same < longer && word[same] === ALLOWED[same]) same++;
  let end = 0;
  while (end < longer - same && word.at(-1 - end) === ALLOWED.at(-1 - end)) end++;
  return longer - same - end <= 1;
}

/** The text with the fix made; line ends stay as they are. */
export function fixedWkt(text: string, fix: WktFix): string {
  const parts = text.split(/(\r\n|\r|\n)/);
  // lines stand at even places, their ends between them
  const at = (fix.line - 1) * 2;
  const line = parts[at] ?? '';
  parts[at] = line.slice(0, fix.column - 1) + fix.write + line.slice(fix.end - 1);
  return parts.join('');
}
