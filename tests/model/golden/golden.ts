import { isDeepStrictEqual } from 'node:util';
import type { Reaching } from '../paths/coverage.ts';
import { labelsOf, type Model, type ModelEvent } from '../paths/explore.ts';
import { brief } from '../paths/pathData.ts';
import { asked, Live, type Seen } from '../paths/replay/replay.ts';
import { changesOf, type Change } from './changes.ts';
import { eventsOf, pathsIn, type Branch, type Golden, type Step } from './goldenFile.ts';

/** Fields that last until a step changes them; all others belong to their step. */
const LASTING = ['value', 'tags', 'can'] as const;
type Views = Record<string, unknown>;

/** As it is read from a file. */
const plain = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value;

/** What a step leads to, without what stayed as it was. */
function stepOf(before: Seen | null, { views, ...now }: Seen): Step {
  const known = (before?.views ?? {}) as Views;
  const changed = Object.entries((views ?? {}) as Views).filter(
    ([name, answer]) => !isDeepStrictEqual(answer, known[name]),
  );
  const rest = Object.entries(now).filter(([key, value]) =>
    LASTING.some((one) => one === key)
      ? !isDeepStrictEqual(value, before?.[key as keyof Seen])
      : Object.keys(value as object).length > 0,
  );
  return Object.fromEntries([
    ...rest,
    ...(changed.length === 0 ? [] : [['views', Object.fromEntries(changed)]]),
  ]) as Step;
}

/** What was seen after a step of a golden file. */
function seenAfter(before: Seen | null, { views, ...step }: Step): Seen {
  const { value = '', tags = [], can = [] } = before ?? {};
  return {
    value,
    tags,
    can,
    changed: {},
    notified: [],
    sent: [],
    called: [],
    did: [],
    ...step,
    views: { ...(before?.views as Views), ...(views as Views) },
  };
}

/** Replays events as far as they can happen. */
async function lived(model: Model, variant: string, events: readonly ModelEvent[]) {
  const live = new Live(model, variant);
  const ask = asked(model);
  const views: typeof ask = async (...given) =>
    Object.fromEntries(
      Object.entries(await ask(...given)).map(([name, answer]) => [name, brief(answer) ?? null]),
    );
  const seen: Seen[] = [];
  try {
    seen.push(plain(await live.observe(views)));
    for (const event of events) {
      live.happen(event);
      seen.push(plain(await live.observe(views)));
    }
    return { seen, fault: null };
  } catch (error) {
    return { seen, fault: error instanceof Error ? error.message : String(error) };
  } finally {
    live.stop();
  }
}

/** Records the paths of a model. @throws Error if an event of them can't happen */
export async function goldenOf(model: Model, walks: readonly Pick<Reaching, 'walk'>[]): Promise<Golden> {
  const labels = labelsOf(model);
  const starts: Branch[] = [];
  // the longest first: others are often their beginnings
  const ways = walks
    .map(({ walk: { variant, steps } }) => ({ variant, events: steps.map(({ event }) => event) }))
    .sort((one, other) => other.events.length - one.events.length);
  for (const { variant, events } of ways) {
    const way = [variant, ...events.map((event) => labels.get(event) ?? event.type)];
    if (isKnown(starts, way)) continue;
    const { seen, fault } = await lived(model, variant, events);
    if (fault !== null) throw new Error(`${model.name}, ${way.join(' → ')}: ${fault}`);
    let branches = starts;
    for (const [at, label] of way.entries()) {
      let branch = branches.find((one) => one.label === label);
      if (branch === undefined) {
        branch = { label, step: stepOf(seen[at - 1] ?? null, seen[at]!), next: [] };
        branches.push(branch);
      }
      branches = branch.next;
    }
  }
  return {
    events: eventsOf(model),
    starts: inOrder(starts, [...Object.keys(model.variants), ...labels.values()]),
  };
}

function isKnown(branches: readonly Branch[], [label, ...rest]: readonly string[]): boolean {
  const branch = branches.find((one) => one.label === label);
  return branch !== undefined && (rest.length === 0 || isKnown(branch.next, rest));
}

/** Branches in the order of the model, so that a file does not depend on the order of generation. */
const inOrder = (branches: readonly Branch[], labels: readonly string[]): Branch[] =>
  branches
    .map((one) => ({ ...one, next: inOrder(one.next, labels) }))
    .sort((one, other) => labels.indexOf(one.label) - labels.indexOf(other.label));

/** Which paths are generated now but not accepted, or the reverse, by their labels. */
export function otherPaths(model: Model, walks: readonly Pick<Reaching, 'walk'>[], golden: Golden) {
  const labels = labelsOf(model);
  const ways = walks.map(({ walk: { variant, steps } }) => [
    variant,
    ...steps.map(({ event }) => labels.get(event) ?? event.type),
  ]);
  const inWords = (way: readonly string[]) => way.join(' → ');
  const begun = new Set(ways.flatMap((way) => way.slice(1).map((_, at) => inWords(way.slice(0, at + 1)))));
  const generated = new Set(ways.map(inWords).filter((way) => !begun.has(way)));
  const accepted = new Set(pathsIn(golden.starts).map(inWords));
  return {
    added: [...generated].filter((way) => !accepted.has(way)),
    removed: [...accepted].filter((way) => !generated.has(way)),
  };
}

/** Replays the accepted paths on live actors. @returns what the machine does otherwise now, in words */
export async function differences(model: Model, golden: Golden): Promise<Change[]> {
  const now = eventsOf(model);
  const found: Change[] = [];
  for (const [label, fields] of golden.events)
    if (!isDeepStrictEqual(now.get(label), fields))
      found.push({
        says: `its model ${now.has(label) ? 'has another' : 'no longer has'} ${label}`,
        after: [],
      });
  for (const label of now.keys())
    if (!golden.events.has(label)) found.push({ says: `its model also has ${label}`, after: [] });
  const byLabel = new Map([...labelsOf(model)].map(([event, label]) => [label, event]));
  for (const start of golden.starts) {
    if (!(start.label in model.variants)) {
      found.push({ says: `it no longer begins with ${start.label}`, after: [] });
      continue;
    }
    for (const way of pathsIn([start])) {
      const labels = way.slice(1);
      // a path ends where the model lost its event, which is said above
      const lost = labels.findIndex((label) => !byLabel.has(label));
      const told = lost === -1 ? labels : labels.slice(0, lost);
      const { seen, fault } = await lived(
        model,
        start.label,
        told.map((label) => byLabel.get(label)!),
      );
      found.push(...firstDifference(model, start, told, seen, fault));
    }
  }
  return found;
}

function firstDifference(
  model: Model,
  start: Branch,
  labels: string[],
  seen: Seen[],
  fault: string | null,
): Change[] {
  let branch: Branch | undefined = start;
  let expected: Seen | null = null;
  for (let at = 0; branch !== undefined; at += 1) {
    expected = seenAfter(expected, branch.step);
    const after = [start.label, ...labels.slice(0, at)];
    const now = seen[at];
    if (now === undefined) return [{ says: `${branch.label} can't happen: ${fault}`, after }];
    if (!isDeepStrictEqual(expected, now))
      return changesOf(model, expected, now).map((says) => ({ says, after }));
    branch = branch.next.find(({ label }) => label === labels[at]);
  }
  return [];
}
