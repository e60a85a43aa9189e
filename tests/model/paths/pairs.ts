import { actorOf, type Edge, type Graph, type ModelEvent } from './explore.ts';

/** More than all machines have transitions. */
const MANY = 2 ** 20;
const names: string[] = [];
const numbers = new Map<string, number>();

function numberOf(transition: string): number {
  let number = numbers.get(transition);
  if (number === undefined) {
    number = names.push(transition) - 1;
    numbers.set(transition, number);
  }
  return number;
}

/** Pairs of transitions that follow each other, as numbers: exploring compares millions. */
export function pairsOf(first: readonly string[], second: readonly string[]): number[] {
  const pairs: number[] = [];
  for (const one of first) for (const next of second) pairs.push(numberOf(one) * MANY + numberOf(next));
  return pairs;
}

/** The two transitions of a pair. */
export const pairNamed = (pair: number): string =>
  `${names[Math.floor(pair / MANY)]} > ${names[pair % MANY]}`;

/** The transitions of an edge, and the situation it leads to. */
export const wayOf = ({ leadsTo, log }: Edge): string => `${leadsTo} ${log.taken.join(' ')}`;

/** What is covered, by its name; a pair by its number. */
export type Item = string | number;

interface Long {
  events: readonly ModelEvent[];
}
export const shortestFirst = (one: Long, other: Long): number => one.events.length - other.events.length;

/** The edges that can follow an edge: situations don't tell which actors broke, and a broken one ends no more. */
export const edgesAfter = ({ leadsTo, running }: Edge, situations: Graph['situations']): Edge[] =>
  (situations[leadsTo]?.edges ?? []).filter(({ event }) => {
    const actor = actorOf(event);
    return actor === null || running.has(actor);
  });

const isShallowEqual = (one: object, other: object): boolean => {
  const [before, after] = [Object.entries(one), new Map(Object.entries(other))];
  return before.length === after.size && before.every(([key, value]) => after.get(key) === value);
};

/** Whether a step left state, context and children as they were: what follows is then the same as without it. */
export const changesNothing = ({ from, to }: Edge): boolean =>
  from.status === to.status &&
  JSON.stringify(from.value) === JSON.stringify(to.value) &&
  from.historyValue === to.historyValue &&
  isShallowEqual(from.context, to.context) &&
  isShallowEqual(from.children, to.children);

/** A walk that goes on as long as its next step makes a new pair. */
interface Chain {
  graph: Graph;
  events: readonly ModelEvent[];
  pairs: Set<number>;
}
/** Events of a chain at most: nobody would read a longer one. */
const LONGEST = 40;

/** Prolongs a walk that an edge ends, step by step on its own snapshots, first by the given edge. */
function chainFrom(
  graph: Graph,
  before: readonly ModelEvent[],
  edge: Edge,
  first: Edge,
  isMissing: (pair: number) => boolean,
): Chain {
  const events = [...before, edge.event];
  const pairs = new Set<number>();
  const newOf = (taken: readonly string[]) =>
    pairsOf(log.taken, taken).filter((pair) => isMissing(pair) && !pairs.has(pair));
  let { to: snapshot, log } = edge;
  const childOf = (event: ModelEvent) => (snapshot.children as Record<string, unknown>)[actorOf(event) ?? ''];
  /** The actors that ended while their state went on. */
  const over = new Set<unknown>(
    Object.entries(snapshot.children).flatMap(([id, child]) => (edge.running.has(id) ? [] : [child])),
  );
  const canEnd = (event: ModelEvent) =>
    actorOf(event) === null || (childOf(event) !== undefined && !over.has(childOf(event)));
  /** The first of the edges that makes a new pair; a walk differs from edges in what situations leave out. */
  const taking = (edges: readonly Edge[]) => {
    for (const one of edges) {
      if (!canEnd(one.event) || newOf(one.log.taken).length === 0) continue;
      const taken = graph.thought.step(snapshot, one.event);
      const made = newOf(taken.log.taken);
      if (made.length > 0) return { one, taken, made };
    }
    return null;
  };
  for (let step = taking([first]); step !== null;) {
    const { one, taken, made } = step;
    over.add(childOf(one.event));
    for (const pair of made) pairs.add(pair);
    events.push(one.event);
    ({ snapshot, log } = taken);
    const isOver = events.length >= LONGEST || snapshot.status !== 'active';
    step = isOver ? null : taking(graph.situations[one.leadsTo]?.edges ?? []);
  }
  return { graph, events, pairs };
}

/** Walks over every two consecutive edges, as few as a greedy choice makes them; lazy, because there are many. */
export function* chainsOf(graphs: readonly Graph[], isMissing: (pair: number) => boolean): Generator<Chain> {
  const situations = graphs
    .flatMap((graph) => graph.situations.map((situation) => ({ graph, ...situation })))
    .sort(shortestFirst);
  const known = new Set<string>();
  for (const { graph, events, edges } of situations)
    for (const edge of edges) {
      // many situations have the same transitions to this one
      const way = `${graph.variant} ${wayOf(edge)}`;
      if (known.has(way)) continue;
      known.add(way);
      for (const next of edgesAfter(edge, graph.situations)) {
        if (!pairsOf(edge.log.taken, next.log.taken).some(isMissing)) continue;
        known.delete(way);
        yield chainFrom(graph, events, edge, next, isMissing);
      }
    }
}
