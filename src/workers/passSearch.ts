import { BEYOND_LIMIT_DEG, passesOver, type Pass } from '../geo/orbit/passes.ts';
import { readTle } from '../geo/orbit/orbit.ts';
import { PASS_DAYS_MAX, type FoundPasses, type PassQuestion } from '../machines/orders/passes.rules.ts';

const DAY_MS = 86_400_000;
/** Near a pole a satellite comes by at every turn: no more than this are shown. */
const PASSES_MAX = 400;

/**
 * The passes that a question asks for.
 * @throws RangeError when the elements can't be flown
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
