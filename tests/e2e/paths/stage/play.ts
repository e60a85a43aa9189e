import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright/test';
import { seenAfter } from '../../../model/golden/golden.ts';
import { acceptedOf, pathsIn, type Branch } from '../../../model/golden/goldenFile.ts';
import type { Seen } from '../../../model/paths/replay/replay.ts';
import { wordsOf } from '../../support/words.ts';
import type { Look } from './stage.tsx';
import { SAVED, STAGED, typeOf, type Staged, type StagedName } from './staged.ts';

export interface StagedPath {
  variant: string;
  steps: { label: string; expected: Seen }[];
  start: Seen;
}

/** Situations, beyond those of the chosen paths, in which each offered event is tried. */
const SITUATIONS = 4;

/** Accepted paths of a machine, evenly chosen, and the first that can send each offered event where none of them sends it. */
export function pathsOf(name: StagedName): StagedPath[] {
  const { model, variants, paths, offers }: Staged = STAGED[name];
  const golden = acceptedOf(model ?? name);
  if (golden === null) throw new Error(`${name} has no accepted paths`);
  const starts = golden.starts.filter(({ label }) => variants === undefined || variants.includes(label));
  const all = starts.flatMap((start) => pathsIn([start]).map((way) => pathOf(start, way.slice(1))));
  const apart = all.length / Math.min(paths, all.length);
  const chosen = Array.from({ length: Math.min(paths, all.length) }, (_, at) => all[Math.floor(at * apart)]!);
  const situationsOf = ({ start, steps }: StagedPath, type: string): string[] =>
    steps.flatMap(({ label }, at) => {
      const { can, value } = steps[at - 1]?.expected ?? start;
      return typeOf(label) === type && can.includes(label) ? [JSON.stringify(value)] : [];
    });
  // a control is there in some of the situations in which its event can happen
  const missing = offers.flatMap((type) => {
    const seen = new Set(chosen.flatMap((one) => situationsOf(one, type)));
    const others: StagedPath[] = [];
    for (const one of all) {
      if (others.length === SITUATIONS) break;
      const fresh = situationsOf(one, type).filter((situation) => !seen.has(situation));
      if (fresh.length === 0) continue;
      for (const situation of fresh) seen.add(situation);
      others.push(one);
    }
    return others;
  });
  return [...new Set([...chosen, ...missing])];
}

function pathOf(start: Branch, labels: readonly string[]): StagedPath {
  const first = seenAfter(null, start.step);
  let [branch, seen] = [start, first];
  const steps = labels.map((label) => {
    branch = branch.next.find((one) => one.label === label)!;
    seen = seenAfter(seen, branch.step);
    return { label, expected: seen };
  });
  return { variant: start.label, start: first, steps };
}

const words = wordsOf('en');
/** Whether a text is a key of the catalogue, which a view shows if it has no words for it. */
function isKey(text: string): boolean {
  try {
    return words(text) !== '';
  } catch {
    return false;
  }
}

const shown = ({ value, tags, can }: Pick<Seen, 'value' | 'tags' | 'can'>) => ({ value, tags, can });
/** A saved session doesn't say what else could have happened. */
const shownOfSaved = ({ value, tags }: Pick<Seen, 'value' | 'tags'>) => ({ value, tags });

/** What is wrong with a situation's controls. */
function faultsOf(
  { can, controls }: Look & { controls: NonNullable<Look['controls']> },
  { always = [], idle = [] }: Staged,
): string[] {
  const sent = controls.flatMap(({ says, events }) => events.map((event) => ({ says, ...event })));
  return [
    ...controls.filter(({ says }) => says.trim() === '').map(() => 'a control without a name'),
    ...controls.filter(({ says }) => isKey(says)).map(({ says }) => `“${says}” has no words`),
    ...sent
      .filter((one) => !one.can && !idle.includes(one.type))
      .map(({ says, type }) => `“${says}” sends ${type}, which is refused`),
    ...always
      .filter((type) => can.some((one) => typeOf(one) === type) && sent.every((one) => one.type !== type))
      .map((type) => `no control sends ${type}`),
  ];
}

/** Plays a path: what a control offers is pressed with the mouse, everything else happens as it is. */
export async function play(page: Page, name: StagedName, found: StagedPath, language: 'en' | 'zh') {
  const { variant, start, steps } = found;
  const shows = variant === SAVED ? shownOfSaved : shown;
  const labels = steps.map(({ label }) => label);
  const expected = [start, ...steps.map((step) => step.expected)];
  const wrong: string[] = [];
  const pressed: string[] = [];
  let at = 0;
  let part = await page.evaluate((given) => window.stage.play(...given), [
    name,
    variant,
    language,
    labels,
  ] as const);
  for (;;) {
    for (const look of part.looks) {
      const way = [variant, ...labels.slice(0, at)].join(' → ');
      const wanted = expected[at]!;
      if (!isDeepStrictEqual(shows(look), shows(wanted))) {
        const told = `${JSON.stringify(shows(look))} instead of ${JSON.stringify(shows(wanted))}, after ${way}`;
        return { wrong: [...wrong, told], pressed };
      }
      const { controls } = look;
      if (controls !== null)
        wrong.push(...faultsOf({ ...look, controls }, STAGED[name]).map((fault) => `${fault}, after ${way}`));
      at += 1;
    }
    if (!part.isWaiting) return { wrong, pressed };
    await page.locator('[data-stage]').click();
    pressed.push(typeOf(labels[at - 1]!));
    part = await page.evaluate(() => window.stage.goOn());
  }
}
