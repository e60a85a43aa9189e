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

/** What steps lead to is named if it is longer, characters. */
const NAMED_FROM = 12;

const HEAD = (name: string) =>
  `# What ${name} did when it was accepted. \`npm run paths -- --accept\` writes it anew (docs/paths.md).`;

/** A name for what several steps lead to, which stays the same when others come. */
const nameOf = (shown: string): string =>
  `#${createHash('sha256').update(shown).digest('base64url').slice(0, 6)}`;

/**
 * Golden files are text: the events of the model, the lists of what can happen, which steps name by their number, what several
 * steps lead to, and a line for each step, indented below the one before.
 */
export function goldenText(name: string, { events, starts }: Golden): string {
  const cans = new Map<string, number>();
  const lines: [label: string, shown: string][] = [];
  const counts = new Map<string, number>();
  const write = ({ label, step, next }: Branch, depth: number) => {
    const { can, ...rest } = step;
    const list = can?.join(' ');
    if (list !== undefined && !cans.has(list)) cans.set(list, cans.size + 1);
    const shown = list === undefined ? rest : { ...rest, can: cans.get(list) };
    const text = Object.keys(shown).length === 0 ? '' : JSON.stringify(shown);
    lines.push([`${' '.repeat(depth)}${label}`, text]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const one of next) write(one, depth + 1);
  };
  for (const start of starts) write(start, 0);
  const names = new Map<string, string>();
  for (const [text, count] of counts)
    if (count > 1 && text.length > NAMED_FROM) names.set(text, nameOf(text));
  return [
    HEAD(name),
    ...[...events].map(([label, fields]) => `event\t${label}\t${JSON.stringify(fields)}`),
    ...[...cans].map(([list, number]) => `can\t${number}\t${list}`),
    ...[...names].map(([text, named]) => `step\t${named}\t${text}`),
    ...lines.map(([label, text]) => (text === '' ? label : `${label}\t${names.get(text) ?? text}`)),
    '',
  ].join('\n');
}

/** The accepted behaviour in a golden file. */
export function readGolden(text: string): Golden {
  const golden: Golden = { events: new Map(), starts: [] };
  const cans = new Map<number, string[]>();
  const steps = new Map<string, string>();
  const open: Branch[] = [];
  for (const line of text.split('\n').slice(1).filter(Boolean)) {
    const [first = '', second = '', third = ''] = line.split('\t');
    if (first === 'event') golden.events.set(second, JSON.parse(third));
    else if (first === 'can') cans.set(Number(second), third === '' ? [] : third.split(' '));
    else if (first === 'step') steps.set(second, third);
    else {
      const label = first.trimStart();
      const { can, ...rest } = (second === '' ? {} : JSON.parse(steps.get(second) ?? second)) as Omit<
        Step,
        'can'
      > & {
        can?: number;
      };
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
