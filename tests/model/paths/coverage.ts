import { allTransitions, nodesOf } from '../mutation/instrument.ts';
import {
  chainsOf,
  changesNothing,
  edgesAfter,
  pairNamed,
  pairsOf,
  shortestFirst,
  wayOf,
  type Item,
} from './pairs.ts';
import {
  graphOf,
  isOutcome,
  labelsOf,
  walk,
  type Graph,
  type Model,
  type ModelEvent,
  type Step,
  type Walk,
} from './explore.ts';

export interface Covered {
  covered: number;
  all: number;
}
/**
 * A sample is an event with its effect: events of one type may reach a rule with different values. Samples
 * are only reported; all other kinds must be fully covered.
 */
export const KINDS = ['states', 'transitions', 'guards', 'outcomes', 'samples', 'transitionPairs'] as const;
/** Kinds that make a path one of the first; the others are samples and pairs. */
const FIRST: ReadonlySet<Kind> = new Set(['states', 'transitions', 'guards', 'outcomes']);
type Kind = (typeof KINDS)[number];
export interface Coverage extends Record<Kind, Covered> {
  /** Descriptions of what no path covers, without samples. */
  missing: string[];
}

type Items = Record<Kind, Set<Item>>;
const noItems = (): Items => ({
  states: new Set(),
  transitions: new Set(),
  guards: new Set(),
  outcomes: new Set(),
  samples: new Set(),
  transitionPairs: new Set(),
});

/** The effect of an event: the guards evaluated and the transitions taken. */
function sampleOf(model: Model, { from, event, log: { taken, asked } }: Step): string {
  const met = JSON.stringify(model.meets?.(from.context as never, event) ?? null);
  const said = asked.map(([id, answer]) => `${id} ${answer}`);
  return `${labelsOf(model).get(event) ?? event.type}, ${met}: ${[...said, ...taken].join(' ')}`;
}

/** Each initial situation of a machine is a sample too. */
const beginningOf = (variant: string) => `begins with ${variant}`;

const sourceOf = (transition: string) => transition.slice(0, transition.indexOf('|'));

/** What a walk covers. */
function itemsOf(model: Model, { variant, start, steps }: Walk): Items {
  const items = noItems();
  items.samples.add(beginningOf(variant));
  for (const [index, { log, snapshot }] of [
    start,
    ...steps.map(({ log, to }) => ({ log, snapshot: to })),
  ].entries()) {
    for (const node of snapshot._nodes) items.states.add(node.id);
    // a transient state was entered too
    for (const id of log.taken) items.states.add(sourceOf(id));
    for (const id of log.taken) items.transitions.add(id);
    for (const [id, answer] of log.asked) items.guards.add(`${id} ${answer ? 'yes' : 'no'}`);
    const step = steps[index - 1];
    if (step !== undefined && isOutcome(step.event) && log.taken.length > 0)
      items.outcomes.add(labelsOf(model).get(step.event) ?? step.event.type);
    if (step !== undefined && log.taken.length + log.asked.length > 0)
      items.samples.add(sampleOf(model, step));
    const before = steps[index - 2];
    if (before !== undefined)
      for (const pair of pairsOf(before.log.taken, log.taken)) items.transitionPairs.add(pair);
  }
  items.states.delete(model.machine.root.id);
  return items;
}

/** Everything to cover; pairs are transitions that can follow each other in the graph, the first of which changes something. */
function everything(model: Model, graphs: readonly Graph[]): Items {
  const items = noItems();
  for (const node of nodesOf(model.machine)) items.states.add(node.id);
  for (const { id, transition } of allTransitions(model.machine)) {
    items.transitions.add(id);
    if (transition.guard !== undefined) items.guards.add(`${id} yes`).add(`${id} no`);
  }
  for (const [event, label] of labelsOf(model)) if (isOutcome(event)) items.outcomes.add(label);
  for (const { variant, situations } of graphs) {
    items.samples.add(beginningOf(variant));
    const followed = new Set<string>();
    for (const { edges } of situations)
      for (const edge of edges) {
        if (edge.log.taken.length + edge.log.asked.length > 0) items.samples.add(sampleOf(model, edge));
        const way = wayOf(edge);
        if (followed.has(way) || changesNothing(edge)) continue;
        followed.add(way);
        for (const next of edgesAfter(edge, situations))
          for (const pair of pairsOf(edge.log.taken, next.log.taken)) items.transitionPairs.add(pair);
      }
  }
  return items;
}

const isNew = (reached: Items, items: Partial<Items>) =>
  KINDS.some((kind) => [...(items[kind] ?? [])].some((item) => !reached[kind].has(item)));

/** Merges a walk's items. @returns the new ones with their kind */
function fresh(reached: Items, items: Items): [Kind, Item][] {
  return KINDS.flatMap((kind) =>
    [...items[kind]]
      .filter((item) => !reached[kind].has(item) && reached[kind].add(item))
      .map((item): [Kind, Item] => [kind, item]),
  );
}

interface Candidate {
  graph: Graph;
  events: readonly ModelEvent[];
  /** What its last edge covers; asked when its turn comes, because a graph has a hundred thousand edges. */
  brings: () => Partial<Items>;
}

/** A shortest walk for every edge. */
const edgesOf = (graph: Graph): Candidate[] =>
  graph.situations.flatMap(({ events, edges }) =>
    edges.map((edge) => ({
      graph,
      events: [...events, edge.event],
      brings: () =>
        itemsOf(graph.model, {
          variant: graph.variant,
          start: { snapshot: edge.to, log: { taken: [], asked: [] } },
          steps: [edge],
        }),
    })),
  );

/** A walk with descriptions of what it covers first; the remaining walks cover pairs of transitions. */
export interface Reaching {
  walk: Walk;
  reaches: string[];
}

/** Walks that together cover everything, in a deterministic order, their coverage, and what they were found in. */
export function walksOf(model: Model): { walks: Reaching[]; coverage: Coverage; graphs: Graph[] } {
  const inWords = wordsOf(model);
  const graphs = Object.keys(model.variants).map((variant) => graphOf(model, variant));
  const reached = noItems();
  const walks: Reaching[] = [];
  const take = (candidates: Iterable<Candidate>) => {
    for (const { graph, events, brings } of candidates) {
      // walking is slow: only if the last edge adds coverage
      if (!isNew(reached, brings())) continue;
      const way = walk(graph, events);
      const first = fresh(reached, itemsOf(model, way));
      if (first.length === 0) continue;
      const reaches = first.filter(([kind]) => FIRST.has(kind)).map((item) => inWords(...item));
      walks.push({ walk: way, reaches });
    }
  };
  take(graphs.map((graph) => ({ graph, events: [], brings: () => itemsOf(model, walk(graph, [])) })));
  take(graphs.flatMap(edgesOf).sort(shortestFirst));
  const all = everything(model, graphs);
  const isMissing = (pair: number) => all.transitionPairs.has(pair) && !reached.transitionPairs.has(pair);
  for (const { graph, events, pairs } of chainsOf(graphs, isMissing))
    take([{ graph, events, brings: () => ({ transitionPairs: pairs }) }]);
  return { walks, coverage: coverageOf(model, reached, all), graphs };
}

/** An item as reported. */
function wordsOf(model: Model): (kind: Kind, item: Item) => string {
  const titles = new Map(allTransitions(model.machine).map(({ id, title }) => [id, title]));
  return (kind, given) => {
    const item = typeof given === 'number' ? pairNamed(given) : given;
    const said = / (?:yes|no)$/.exec(item)?.[0] ?? '';
    return `${kind.slice(0, -1)} ${titles.get(item.slice(0, item.length - said.length)) ?? item.slice(0, item.length - said.length)}${said}`;
  };
}

function coverageOf(model: Model, reached: Items, all: Items): Coverage {
  const inWords = wordsOf(model);
  const counted = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      { covered: [...all[kind]].filter((item) => reached[kind].has(item)).length, all: all[kind].size },
    ]),
  ) as Record<Kind, Covered>;
  const missing = KINDS.filter((kind) => kind !== 'samples').flatMap((kind) =>
    [...all[kind]].filter((item) => !reached[kind].has(item)).map((item) => inWords(kind, item)),
  );
  return { ...counted, missing };
}
