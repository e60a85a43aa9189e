import { type Pass, type PassRequest, BEYOND_LIMIT_DEG, passesOver } from './passes.ts';
import { readTle } from './orbit.ts';

const DAY_MS = 86_400_000;
/** Passes are computed for at most this many days of a window. */
const PASS_DAYS_MAX = 366;

/** The worker's request. */
export interface PassQuestion extends Omit<PassRequest, 'elements' | 'offNadirMax'> {
  tle: { line1: string; line2: string };
}

/** The worker's answer. */
export interface FoundPasses {
  passes: Pass[];
  /** The epoch of the elements, ms. */
  elementsAt: number;
  /** Whether passes are omitted: the window is too long or has too many. */
  isCut: boolean;
}

/** Most passes shown: near the poles a satellite passes on every orbit. */
const PASSES_MAX = 400;

/**
 * The passes for a request.
 * @throws RangeError if SGP4 fails for the elements
 */
export function passesOf(question: PassQuestion): FoundPasses {
  const { tle, from, to, ...rest } = question;
  const elements = readTle([tle.line1, tle.line2]);
  const last = Math.min(to, from + PASS_DAYS_MAX * DAY_MS);
  const passes: Pass[] = [];
  let isCut = last < to;
  for (const pass of passesOver({ ...rest, elements, from, to: last, offNadirMax: BEYOND_LIMIT_DEG })) {
    if (passes.length === PASSES_MAX) {
      isCut = true;
      break;
    }
    passes.push(pass);
  }
  return { passes, elementsAt: Math.round((elements.jdsatepoch - 2440587.5) * DAY_MS), isCut };
}
