import { Actor } from 'xstate';
import { walksOf, type Reaching } from '../paths/coverage.ts';
import type { Model, ModelEvent } from '../paths/explore.ts';
import { models } from '../session/models.ts';
import { briefFields } from '../paths/pathData.ts';
import { asked, replay, type Views } from '../paths/replay/replay.ts';
import { selectorNames } from './selectorNames.ts';

/** The active mutant and those reached; the code that `sourceMutants.ts` writes reads them. */
const state = { chosen: -1, reached: new Set<number>() };
Object.assign(globalThis, {
  __isMutant: (id: number) => {
    state.reached.add(id);
    return id === state.chosen;
  },
});

const modules = import.meta.glob<Record<string, unknown>>(
  '../../../src/machines/**/*.{machine,selectors}.ts',
  { eager: true },
);
const sources = import.meta.glob<string>('../../../src/machines/**/*.{machine,selectors}.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Each machine's selectors, by the machine's name. */
const selectors = new Map<string, Record<string, unknown>>();
for (const [file, module] of Object.entries(modules))
  for (const [machine, names] of selectorNames(sources[file]!))
    selectors.set(machine, {
      ...selectors.get(machine),
      ...Object.fromEntries(names.flatMap((name) => (name in module ? [[name, module[name]]] : []))),
    });

/** Results of a machine's selectors and model queries, and which are new objects (they re-render views). */
const viewsOf = (model: Model): Views => {
  const own = Object.entries(selectors.get(model.name) ?? {});
  const queries = asked(model);
  const answerOf = (select: unknown, snapshot: unknown): unknown => {
    try {
      const answer: unknown = typeof select === 'function' ? select(snapshot) : null;
      // a selector of an actor is asked whether there is one
      return answer instanceof Actor ? answer.id : answer;
    } catch (error) {
      return String(error);
    }
  };
  let before: Record<string, unknown> = {};
  return async (snapshot, last) => {
    const said = Object.fromEntries(own.map(([name, select]) => [name, answerOf(select, snapshot)]));
    const drawn = own.flatMap(([name]) => (Object.is(said[name], before[name]) ? [] : [name]));
    before = said;
    return { ...briefFields({ ...said, ...(await queries(snapshot, last)) }), drawn };
  };
};

interface Recorded {
  model: Model;
  walk: Reaching['walk'];
  seen: string;
}

/** Values without parts that a rule could keep something for. */
const isWhole = (value: unknown): boolean =>
  value === null ||
  typeof value !== 'object' ||
  value instanceof Error ||
  value instanceof Date ||
  value instanceof Blob;

/** A copy of a value; what stands in several places of it is one object again. */
function copy(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (isWhole(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const inner = (one: unknown): unknown => copy(one, copies);
  const made = ArrayBuffer.isView(value)
    ? (value as Float64Array).slice()
    : value instanceof Map
      ? new Map([...value].map((entry) => entry.map(inner) as [unknown, unknown]))
      : value instanceof Set
        ? new Set([...value].map(inner))
        : Array.isArray(value)
          ? value.map(inner)
          : Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, inner(one)]));
  copies.set(value, made);
  return made;
}

/** Creates the events again, so that values cached for one mutant are not reused for the next. */
function anew({ steps }: Recorded['walk']): ModelEvent[] {
  const copies = new Map<unknown, unknown>();
  return steps.map(({ event }) => copy(event, copies) as ModelEvent);
}

const replayed = async ({ model, walk }: Pick<Recorded, 'model' | 'walk'>): Promise<string> =>
  JSON.stringify(await replay(model, walk.variant, anew(walk), viewsOf(model)));

/** The paths that reach each mutant, shortest first. @throws Error if a path can't be replayed or is not deterministic */
export async function reaching(only?: readonly string[]): Promise<Map<number, Recorded[]>> {
  const near = new Map<number, Recorded[]>();
  for (const model of models.filter(({ name }) => only === undefined || only.includes(name))) {
    for (const { walk } of walksOf(model).walks) {
      state.reached = new Set();
      const recorded = { model, walk, seen: await replayed({ model, walk }) };
      const come = state.reached;
      if ((await replayed(recorded)) !== recorded.seen)
        throw new Error(`${model.name}: a path is seen otherwise the second time`);
      for (const id of come) {
        const known = near.get(id);
        if (known === undefined) near.set(id, [recorded]);
        else known.push(recorded);
      }
    }
  }
  return near;
}

/** Whether one of the paths kills the mutant. */
export async function isNoticed(id: number, paths: readonly Recorded[]): Promise<boolean> {
  state.chosen = id;
  try {
    for (const path of paths) {
      const seen = await replayed(path).catch(() => null);
      if (seen !== path.seen) return true;
    }
    return false;
  } finally {
    state.chosen = -1;
  }
}
