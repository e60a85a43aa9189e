import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright/test';
import { seenAfter } from '../../../model/golden/golden.ts';
import { acceptedOf, pathsIn, type Branch } from '../../../model/golden/goldenFile.ts';
import type { Seen } from '../../../model/paths/replay/replay.ts';
import { wordsOf } from '../../support/words.ts';
import { STAGED, type Staged, type StagedName } from './staged.ts';

interface StagedPath {
  variant: string;
  steps: { label: string; expected: Seen }[];
  start: Seen;
}

/** The accepted paths of a machine, evenly chosen. */
export function pathsOf(name: StagedName): StagedPath[] {
  const { variants, paths }: Staged = STAGED[name];
  const golden = acceptedOf(name);
  if (golden === null) throw new Error(`${name} has no accepted paths`);
  const starts = golden.starts.filter(({ label }) => variants === undefined || variants.includes(label));
  const all = starts.flatMap((start) => pathsIn([start]).map((way) => pathOf(start, way.slice(1))));
  const apart = all.length / Math.min(paths, all.length);
  return Array.from({ length: Math.min(paths, all.length) }, (_, at) => all[Math.floor(at * apart)]!);
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

const typeOf = (label: string): string => label.replace(/#\d+$/, '');
const shown = ({ value, tags, can }: Pick<Seen, 'value' | 'tags' | 'can'>) => ({ value, tags, can });

/** Plays a path: what a control offers is pressed with the mouse, everything else happens as it is. */
export async function play(
  page: Page,
  name: StagedName,
  found: StagedPath,
  language: 'en' | 'zh',
  known: Set<string>,
) {
  const { offers, always = [], idle = [] }: Staged = STAGED[name];
  const wrong: string[] = [];
  const pressed: string[] = [];
  const { variant, start, steps } = found;
  let seen = await page.evaluate((given) => window.stage.begin(...given), [name, variant, language] as const);
  for (const [at, { label, expected }] of [{ label: '', expected: start }, ...steps].entries()) {
    const way = () => [variant, ...steps.slice(0, at).map((step) => step.label)].join(' → ');
    if (label !== '') {
      const isOffered =
        offers.includes(typeOf(label) as never) &&
        (await page.evaluate((wanted) => window.stage.offers(wanted), label));
      if (!isOffered) seen = await page.evaluate((given) => window.stage.happen(given), label);
      else {
        await page.locator('[data-stage]').click();
        pressed.push(typeOf(label));
        seen = await page.evaluate(() => window.stage.look());
      }
    }
    if (!isDeepStrictEqual(shown(seen), shown(expected))) {
      wrong.push(
        `${JSON.stringify(shown(seen))} instead of ${JSON.stringify(shown(expected))}, after ${way()}`,
      );
      break;
    }
    const situation = JSON.stringify([seen.value, seen.can]);
    if (known.has(situation)) continue;
    known.add(situation);
    const controls = await page.evaluate(() => window.stage.controls());
    const types = new Set(controls.flatMap(({ events }) => events.map(({ type }) => type)));
    for (const { says, events } of controls) {
      if (says.trim() === '') wrong.push(`a control without a name, after ${way()}`);
      if (isKey(says)) wrong.push(`“${says}” has no words, after ${way()}`);
      for (const { type, can } of events)
        if (!can && !idle.includes(type))
          wrong.push(`“${says}” sends ${type}, which is refused, after ${way()}`);
    }
    for (const type of always)
      if (seen.can.some((one) => typeOf(one) === type) && !types.has(type))
        wrong.push(`no control sends ${type}, after ${way()}`);
  }
  return { wrong, pressed };
}
