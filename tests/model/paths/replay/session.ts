import { changesOf } from '../../golden/changes.ts';
import type { Model } from '../explore.ts';
import { check, type Difference, type PathFile } from '../pathFile.ts';
import type { Seen } from './replay.ts';
import { modelsOfSaved, type SavedPath } from './saved.ts';

/** What a replay of a saved session does otherwise. */
export interface Finding {
  /** The number of the event in the session. */
  number: number;
  says: string;
  path: SavedPath;
  /** Null if this build has no such machine. */
  model: Model | null;
}

export const savedPaths = ({ paths }: PathFile): SavedPath[] => paths as SavedPath[];

/** The first event that a machine has no transition for in any state, though it changed something. */
function unknownStep({ machine }: Model, { start, steps }: SavedPath): number {
  const known = machine.events as readonly string[];
  const isKnown = (type: string) =>
    known.some(
      (one) => one === type || one === '*' || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
    );
  return steps.findIndex(({ event, expect }, at) => {
    const before = steps[at - 1]?.expect ?? start;
    const isMoved = JSON.stringify(before.value) !== JSON.stringify(expect.value);
    return !isKnown(event.type) && (isMoved || Object.keys(expect.changed).length > 0);
  });
}

/** What is checked of an actor: of its start the state alone, because what led there is not in the file. */
const checked = (path: SavedPath): SavedPath => {
  const { value, tags } = path.start;
  return { ...path, start: { value, tags } as Seen };
};

/** The ids of an actor's parents and its own: `portal/map`. */
export const nameOf = ({ title }: SavedPath) => title.replace(/,.*$/s, '');
const numberOf = ({ steps }: SavedPath, step: number) => steps[Math.max(0, step - 1)]?.number ?? 0;
/** `portal/map after “draw chosen”` */
export const placeOf = (path: SavedPath, step: number) =>
  `${nameOf(path)} ${step === 0 ? 'at its start' : `after ${path.steps[step - 1]!.says}`}`;

/** What is seen otherwise than expected after a step, in words. */
export function differenceInWords(model: Model, { expected, seen }: Difference): string {
  const now = seen as Partial<Seen> & { impossible?: string };
  if (now.impossible !== undefined) return now.impossible;
  const nothing = { can: [], tags: [], changed: {}, notified: [], sent: [], called: [], did: [], value: '' };
  return changesOf(model, { ...nothing, ...(expected as Seen) }, { ...nothing, ...now }).join('; ');
}

/** What the machine of this model does otherwise than an actor of a saved session; null if nothing. */
async function findingIn(own: Model, path: SavedPath): Promise<Finding | null> {
  const found = (step: number, says: string): Finding => ({
    number: numberOf(path, step),
    says: `${placeOf(path, step)}: ${says}`,
    path,
    model: own,
  });
  const unknown = unknownStep(own, path);
  if (unknown !== -1)
    return found(
      unknown + 1,
      `${path.machine} of this build doesn’t know ${path.steps[unknown]!.event.type}`,
    );
  const difference = await check(own, path);
  if (path.isWrong !== true)
    return difference === null ? null : found(difference.step, differenceInWords(own, difference));
  const last = path.steps.length;
  if (difference === null) return found(last, 'it still does what was marked as wrong');
  return difference.step === last ? null : found(difference.step, differenceInWords(own, difference));
}

/**
 * What the machines do otherwise than an actor of a saved session, whatever functions of the page answer; null if nothing.
 * @param broken breaks the machine
 */
export async function findingOf(saved: SavedPath, broken?: Model['broken']): Promise<Finding | null> {
  const path = checked(saved);
  const own = modelsOfSaved(saved);
  if (own.length === 0) {
    const says = `${placeOf(path, 0)}: this build has no machine ${path.machine}`;
    return { number: numberOf(path, 0), says, path, model: null };
  }
  let farthest: Finding | null = null;
  for (const model of own) {
    const finding = await findingIn(broken === undefined ? model : { ...model, broken }, path);
    if (finding === null) return null;
    if (farthest === null || finding.number > farthest.number) farthest = finding;
  }
  return farthest;
}

/** Which of the models of an actor does what it did: the first one if none does. @returns its place in `modelsOfSaved` */
export async function fittingModel(path: SavedPath): Promise<number> {
  for (const [at, model] of modelsOfSaved(path).entries())
    if ((await findingIn(model, checked(path))) === null) return at;
  return 0;
}

/** What the machines do otherwise than in a saved session, in the order of its events. */
export async function findingsOf(file: PathFile): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const path of savedPaths(file)) {
    const one = await findingOf(path);
    if (one !== null) found.push(one);
  }
  return found.sort((one, other) => one.number - other.number);
}

/** `step 37, portal/map after “draw chosen”: …` */
export const findingInWords = ({ number, says }: Finding): string => `step ${number}, ${says}`;

/** A session of one actor up to a step whose result is a fault. @throws Error if it has no such step */
export function markedWrong(file: PathFile, number: number): PathFile {
  const path = savedPaths(file).find(({ steps }) => steps.some((step) => step.number === number));
  if (path === undefined) throw new Error(`the session has no step ${number}`);
  const last = path.steps.findIndex((step) => step.number === number);
  const wrong: SavedPath = { ...path, steps: path.steps.slice(0, last + 1), isWrong: true };
  return { ...file, paths: [wrong] };
}
