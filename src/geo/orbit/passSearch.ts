import type { SensorType } from '../../../contract/limits.ts';
import type { AreaGeometry } from '../aoi.ts';
import { type Pass, BEYOND_LIMIT_DEG, passesOver } from './passes.ts';
import { readTle } from './orbit.ts';

const DAY_MS = 86_400_000;
/** Passes are foretold for so many days of a window. */
export const PASS_DAYS_MAX = 366;

/** When could it be taken? What the worker is asked. */
export interface PassQuestion {
  tle: { line1: string; line2: string };
  sensorType: SensorType;
  swathKm: number;
  area: AreaGeometry;
  /** Instants, ms; the end is not included. */
  from: number;
  to: number;
}

/** What the worker answers. */
export interface FoundPasses {
  passes: Pass[];
  /** The instant that the elements are stated for, ms. */
  elementsAt: number;
  /** Not every pass of the window is among them: it is longer, or has more, than is foretold. */
  isCut: boolean;
}

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
