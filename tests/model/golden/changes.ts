import { isDeepStrictEqual } from 'node:util';
import { labelsOf, type Model } from '../paths/explore.ts';
import type { Seen } from '../paths/replay/replay.ts';
import { eventInWords, shown, stateInWords, withFields } from '../paths/words.ts';

/** What a machine does otherwise than accepted, and after which events. */
export interface Change {
  says: string;
  after: readonly string[];
}

type Fields = Record<string, unknown>;
/** Entries of the first list that the second lacks. */
const lacking = <Entry>(one: readonly Entry[], other: readonly Entry[]) =>
  one.filter((entry) => !other.some((same) => isDeepStrictEqual(entry, same)));

/** How each list of effects is said: the verb, and one of its entries. */
const EFFECTS: [keyof Seen, string, (entry: Fields) => string][] = [
  ['called', 'call', ({ actor, input }) => `${String(actor)}${withFields({ with: input })}`],
  ['notified', 'tell its parent', ({ type, ...fields }) => `“${String(type)}”${withFields(fields)}`],
  ['sent', 'tell', ({ to, type, ...fields }) => `${String(to)} “${String(type)}”${withFields(fields)}`],
  ['did', 'do', ({ action, params }) => `${String(action)}${withFields({ with: params })}`],
];

/** What is seen otherwise than expected, in words. */
export function changesOf(model: Model, expected: Seen, seen: Seen): string[] {
  if (isDeepStrictEqual(expected, seen)) return [];
  const events = new Map([...labelsOf(model)].map(([event, label]) => [label, eventInWords(model, event)]));
  const place = stateInWords(expected.value) === '' ? '' : ` in ${stateInWords(expected.value)}`;
  const possible = (labels: string[], how: string) =>
    labels.map((label) => `${events.get(label) ?? label} is ${how} possible${place}`);
  const isMoved = !isDeepStrictEqual(expected.value, seen.value);
  const fields = (name: 'changed' | 'views', verb: string) => {
    const [one, other] = [expected, seen].map((all) => (all[name] ?? {}) as Fields);
    return [...new Set([...Object.keys(one!), ...Object.keys(other!)])]
      .filter((key) => !isDeepStrictEqual(one![key], other![key]))
      .map((key) => `it ${verb} ${key} ${said(key, other![key])} instead of ${said(key, one![key])}`);
  };
  return [
    ...(isMoved ? [`it is in ${stateInWords(seen.value)} instead of ${stateInWords(expected.value)}`] : []),
    // another state allows other events
    ...(isMoved ? [] : possible(lacking(seen.can, expected.can), 'now')),
    ...(isMoved ? [] : possible(lacking(expected.can, seen.can), 'no longer')),
    ...lacking(seen.tags, expected.tags).map((tag) => `it is now ${tag}${place}`),
    ...lacking(expected.tags, seen.tags).map((tag) => `it is no longer ${tag}${place}`),
    ...EFFECTS.flatMap(([name, verb, words]) => {
      const [one, other] = [expected, seen].map((all) => all[name] as Fields[]);
      const more = lacking(other!, one!).map((entry) => `it does now ${verb} ${words(entry)}`);
      const less = lacking(one!, other!).map((entry) => `it does no longer ${verb} ${words(entry)}`);
      const isReordered = more.length + less.length === 0 && !isDeepStrictEqual(one, other);
      return [...more, ...less, ...(isReordered ? [`it does ${verb} in another order or number`] : [])];
    }),
    ...fields('changed', 'holds'),
    ...fields('views', 'shows'),
  ];
}

const said = (key: string, value: unknown) => (value === undefined ? 'as before' : shown(key, value));

/** Each change once, with the shortest path to it and the number of others. */
export function changesInWords(name: string, changes: readonly Change[]): string[] {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const known = places.get(change.says) ?? [];
    // paths that begin alike meet the same step
    if (known.every(({ after }) => !isDeepStrictEqual(after, change.after)))
      places.set(change.says, [...known, change]);
  }
  return [...places].map(([says, found]) => {
    const [first] = found.toSorted((one, other) => one.after.length - other.after.length);
    const way = first!.after.length === 0 ? '' : ` (${first!.after.join(' → ')})`;
    return `${name}: ${says}${way}${found.length === 1 ? '' : `, and ${found.length - 1} times more`}`;
  });
}
