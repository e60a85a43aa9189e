import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import { brokenBy, momentOf } from '../invariants/invariant.ts';
import { INVARIANTS } from '../invariants/invariants.ts';
import type { Reaching } from '../paths/coverage.ts';
import { labelsOf, type Model, type ModelEvent } from '../paths/explore.ts';
import { brief } from '../paths/pathData.ts';
import { asked, Live, settled, type Seen } from '../paths/replay/replay.ts';
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
export function seenAfter(before: Seen | null, { views, ...step }: Step): Seen {
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

/**
 * Replays events as far as they can happen.
 * @param from the first state to look at; looking takes most of the time, and paths share their beginnings
 * @returns what was seen from there on, null before
 */
async function lived(model: Model, variant: string, events: readonly ModelEvent[], from: number) {
  const live = new Live(model, variant);
  const ask = asked(model);
  const views: typeof ask = async (...given) =>
    Object.fromEntries(
      Object.entries(await ask(...given)).map(([name, answer]) => [name, brief(answer) ?? null]),
    );
  const labels = labelsOf(model);
  const seen: (Seen | null)[] = [];
  const broken: Change[] = [];
  try {
    let before: AnyMachineSnapshot | null = null;
    const look = async (event: ModelEvent | null) => {
      if (seen.length < from) {
        await settled();
        live.drain();
        before = live.snapshot;
        return seen.push(null);
      }
      const now = await live.observe(views);
      const { snapshot } = live;
      const moment = momentOf(snapshot, before, event, now.notified);
      const after = [variant, ...events.slice(0, seen.length).map((one) => labels.get(one) ?? one.type)];
      for (const sentence of brokenBy(INVARIANTS[model.name] ?? {}, moment))
        broken.push({ says: `it breaks “${sentence}”`, after });
      before = snapshot;
      return seen.push(plain(now));
    };
    await look(null);
    for (const event of events) {
      live.happen(event);
      await look(event);
    }
    return { seen, fault: null, broken };
  } catch (error) {
    return { seen, broken, fault: error instanceof Error ? error.message : String(error) };
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
    const known = depthOf(starts, way);
    if (known === way.length) continue;
    const { seen, fault } = await lived(model, variant, events, known - 1);
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

/** How many labels of a path are in a tree. */
function depthOf(branches: readonly Branch[], [label, ...rest]: readonly string[]): number {
  const branch = branches.find((one) => one.label === label);
  return branch === undefined ? 0 : 1 + depthOf(branch.next, rest);
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
  // steps that were compared, and those that differ: the first difference of a path is enough
  const [same, other] = [new Set<Branch>(), new Set<Branch>()];
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
      const branches = branchesOf(start, told);
      const checked = branches.findIndex((branch) => !same.has(branch));
      if (checked === -1 || branches.some((branch) => other.has(branch))) continue;
      const events = told.map((label) => byLabel.get(label)!);
      const { seen, fault, broken } = await lived(model, start.label, events, checked - 1);
      found.push(...broken);
      let expected: Seen | null = null;
      for (const [at, branch] of branches.entries()) {
        expected = seenAfter(expected, branch.step);
        const now = seen[at];
        if (at < checked) continue;
        const says =
          now === undefined || now === null
            ? [`${branch.label} can't happen: ${fault}`]
            : changesOf(model, expected, now);
        if (says.length === 0) same.add(branch);
        else {
          other.add(branch);
          found.push(...says.map((one) => ({ says: one, after: [start.label, ...told.slice(0, at)] })));
          break;
        }
      }
    }
  }
  return found;
}

/** The branches of a path, the start first. */
function branchesOf(start: Branch, labels: readonly string[]): Branch[] {
  const branches = [start];
  for (const label of labels) {
    const branch = branches.at(-1)!.next.find((one) => one.label === label);
    if (branch !== undefined) branches.push(branch);
  }
  return branches;
}
