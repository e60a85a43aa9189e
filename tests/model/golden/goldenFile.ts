import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileOfMachine } from '../../../scripts/machines/machineFiles.ts';
import { labelsOf, type Model } from '../paths/explore.ts';
import { briefFields } from '../paths/pathData.ts';
import type { Seen } from '../paths/replay/replay.ts';

/** What a step leads to, without what stayed as it was before the step. */
export type Step = Partial<Seen>;

/** Paths as a tree: those that begin alike share their beginning. */
export interface Branch {
  /** The event's label in its model; of the first branch the name of the input. */
  label: string;
  step: Step;
  next: Branch[];
}

/** The accepted behaviour of a machine. */
export interface Golden {
  /** The events of the model by label, with their fields. */
  events: Map<string, unknown>;
  starts: Branch[];
}

/** `tests/model/golden/SUBJECT/MACHINE.txt`. */
export function goldenFileOf(name: string): string {
  const [, , subject] = fileOfMachine(name).split('/');
  return `tests/model/golden/${subject}/${name}.txt`;
}

/** The events of a model as a golden file lists them. */
export function eventsOf(model: Model): Map<string, unknown> {
  return new Map(
    [...labelsOf(model)].map(([{ type: _, ...fields }, label]) => [
      label,
      JSON.parse(JSON.stringify(briefFields(fields))) as unknown,
    ]),
  );
}

/** What several steps have is named if it is longer, characters. */
const NAMED_FROM = 16;

const HEAD = (name: string) =>
  `# What ${name} did when it was accepted. \`npm run paths -- --accept\` writes it anew (docs/paths.md).`;

/** A name for what several steps have, which stays the same when others come. */
const nameOf = (shown: string): string =>
  `#${createHash('sha256').update(shown).digest('base64url').slice(0, 6)}`;

/** Names for the texts that come more than once. */
function namesOf(texts: Iterable<string>): Map<string, string> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const often = [...counts].filter(([text, count]) => count > 1 && text.length > NAMED_FROM);
  return new Map(often.map(([text]) => [text, nameOf(text)]));
}

/** Labels with those that follow each other as one: `a#1 a#2 a#3 b` is `a#1-3 b`. */
function inRanges(labels: readonly string[]): string {
  const ranges: { name: string; first: number; last: number }[] = [];
  for (const label of labels) {
    const [, name = label, digits] = /^(.*)#(\d+)$/.exec(label) ?? [];
    const number = Number(digits ?? 0);
    const before = ranges.at(-1);
    if (number > 1 && before?.name === name && before.last === number - 1) before.last = number;
    else ranges.push({ name, first: number, last: number });
  }
  return ranges
    .map(({ name, first, last }) =>
      first === 0 ? name : first === last ? `${name}#${first}` : `${name}#${first}-${last}`,
    )
    .join(' ');
}

/** The labels of ranges. */
const outOfRanges = (text: string): string[] =>
  text.split(' ').flatMap((one) => {
    const [, name, first, last] = /^(.*)#(\d+)-(\d+)$/.exec(one) ?? [];
    if (name === undefined) return [one];
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${name}#${Number(first) + at}`,
    );
  });

/** A step as the texts of its fields, each an object of one field, in the order of their names. */
const fieldsOf = (step: object): string[] =>
  Object.entries(step)
    .map(([key, value]) => JSON.stringify({ [key]: value }))
    .sort();

/**
 * Golden files are text: the events of the model, the lists of what can happen, which steps name by their number, what several
 * steps have, whole or a field of it, and a line for each step, indented below the one before. A step is written as the names of
 * what others have, too, and an object of the rest.
 */
export function goldenText(name: string, { events, starts }: Golden): string {
  const cans = new Map<string, number>();
  const lines: [label: string, fields: string[]][] = [];
  const collect = ({ label, step, next }: Branch, depth: number) => {
    const { can, ...rest } = step;
    const list = can && inRanges(can);
    if (list !== undefined && !cans.has(list)) cans.set(list, cans.size + 1);
    const fields = fieldsOf(list === undefined ? rest : { ...rest, can: cans.get(list) });
    lines.push([`${' '.repeat(depth)}${label}`, fields]);
    for (const one of next) collect(one, depth + 1);
  };
  for (const start of starts) collect(start, 0);
  const whole = namesOf(lines.map(([, fields]) => fields.join(' ')));
  const distinct = new Map(lines.map(([, fields]) => [fields.join(' '), fields]));
  const parts = namesOf([...distinct.values()].filter((fields) => fields.length > 1).flat());
  const written = (fields: readonly string[]) => {
    const own = fields.filter((field) => !parts.has(field)).map((field) => field.slice(1, -1));
    const shared = fields.flatMap((field) => parts.get(field) ?? []);
    return [...shared, ...(own.length === 0 ? [] : [`{${own.join(',')}}`])].join(' ');
  };
  return [
    HEAD(name),
    ...[...events].map(([label, fields]) => `event\t${label}\t${JSON.stringify(fields)}`),
    ...[...cans].map(([list, number]) => `can\t${number}\t${list}`),
    ...[...parts].map(([field, named]) => `step\t${named}\t${field}`),
    ...[...whole]
      .filter(([text]) => !parts.has(text))
      .map(([text, named]) => `step\t${named}\t${written(distinct.get(text) ?? [])}`),
    ...lines.map(([label, fields]) =>
      fields.length === 0 ? label : `${label}\t${whole.get(fields.join(' ')) ?? written(fields)}`,
    ),
    '',
  ].join('\n');
}

/** The accepted behaviour in a golden file. */
export function readGolden(text: string): Golden {
  const golden: Golden = { events: new Map(), starts: [] };
  const cans = new Map<number, string[]>();
  const steps = new Map<string, object>();
  const open: Branch[] = [];
  /** Names of what others have, and an object of the rest. */
  const fieldsIn = (written: string): object => {
    const [, names = '', rest = ''] = /^((?:#\S+ ?)*)(.*)$/.exec(written) ?? [];
    const shared = names
      .split(' ')
      .filter(Boolean)
      .map((named) => steps.get(named));
    return Object.assign({}, ...shared, rest === '' ? {} : (JSON.parse(rest) as object)) as object;
  };
  for (const line of text.split('\n').slice(1).filter(Boolean)) {
    const [first = '', second = '', third = ''] = line.split('\t');
    if (first === 'event') golden.events.set(second, JSON.parse(third));
    else if (first === 'can') cans.set(Number(second), third === '' ? [] : outOfRanges(third));
    else if (first === 'step') steps.set(second, fieldsIn(third));
    else {
      const label = first.trimStart();
      const { can, ...rest } = fieldsIn(second) as Omit<Step, 'can'> & { can?: number };
      const step = can === undefined ? rest : { ...rest, can: cans.get(can) ?? [] };
      const branch = { label, step, next: [] };
      open.length = first.length - label.length;
      (open.at(-1)?.next ?? golden.starts).push(branch);
      open.push(branch);
    }
  }
  return golden;
}

/** The accepted behaviour of a machine; null if none was accepted yet. */
export function acceptedOf(name: string): Golden | null {
  const file = goldenFileOf(name);
  return existsSync(file) ? readGolden(readFileSync(file, 'utf8')) : null;
}

export function writeGolden(name: string, golden: Golden): void {
  const file = goldenFileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, goldenText(name, golden));
}

/** The labels of each path that no other path continues; the first is the name of the input. */
export function pathsIn(branches: readonly Branch[]): string[][] {
  return branches.flatMap(({ label, next }) =>
    next.length === 0 ? [[label]] : pathsIn(next).map((rest) => [label, ...rest]),
  );
}
