import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import type { AnyStateMachine } from 'xstate';
import type { Chart, ChartTransition } from '../src/inspection/chart.ts';

/** A node of a syntax tree, as far as these pages look into it. */
interface Syntax {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}
interface Source {
  text: string;
  body: Syntax;
  comments: { type: string; value: string; start: number; end: number }[];
}

function sourceOf(file: string): Source[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  return [{ text, body: program as unknown as Syntax, comments }];
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

function* within(node: Syntax): Generator<Syntax> {
  yield node;
  for (const inner of Object.values(node).flat()) if (isSyntax(inner)) yield* within(inner);
}

/** The words of a comment, without its stars and slashes, in one line. */
const words = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim();

/** What stands in comments right above a place of a source. */
function saidAbove({ text, comments }: Source, start: number): string {
  let from = start;
  const above: string[] = [];
  for (const comment of comments.toReversed()) {
    if (comment.end > from || text.slice(comment.end, from).trim() !== '') continue;
    above.unshift(words(comment.value));
    from = comment.start;
  }
  return above.join(' ');
}

/** The entries of `setup({KIND: {…}})` by name: what is said above each, and its code. */
function entriesOf(sources: readonly Source[], kind: string): Map<string, { said: string; code: string }> {
  const found = new Map<string, { said: string; code: string }>();
  for (const source of sources) {
    const calls = [...within(source.body)].filter(
      ({ type, callee }) => type === 'CallExpression' && isSyntax(callee) && callee['name'] === 'setup',
    );
    const properties = (node: unknown) => (isSyntax(node) ? ((node['properties'] ?? []) as Syntax[]) : []);
    const keyOf = ({ key }: Syntax) =>
      isSyntax(key) ? String((key['name'] ?? key['value']) as string | undefined) : '';
    for (const call of calls)
      for (const block of properties((call['arguments'] as Syntax[])[0]).filter((one) => keyOf(one) === kind))
        for (const entry of properties(block['value'])) {
          const value = entry['value'] as Syntax;
          const code = source.text.slice(value.start, value.end).replaceAll(/\s+/g, ' ');
          found.set(keyOf(entry), { said: saidAbove(source, entry.start), code });
        }
  }
  return found;
}

/** What a machine is for: the comment above its definition. */
function purposeOf(sources: readonly Source[], name: string): string {
  for (const source of sources) {
    const definition = (source.body['body'] as Syntax[]).find(({ type, declaration }) => {
      if (type !== 'ExportNamedDeclaration' || !isSyntax(declaration)) return false;
      const ids = ((declaration['declarations'] ?? [declaration]) as Syntax[]).map(({ id }) => id);
      return ids.some((id) => isSyntax(id) && id['name'] === `${name}Machine`);
    });
    if (definition !== undefined) return saidAbove(source, definition.start);
  }
  return '';
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => `\`${text}\``;
const table = (heads: string[], rows: string[][]) =>
  rows.length === 0
    ? ['None.']
    : [
        `| ${heads.join(' | ')} |`,
        `|${heads.map(() => '---|').join('')}`,
        ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
      ];

function eventRows({ transitions, states }: Chart): string[][] {
  const root = states[0]?.id ?? '';
  const place = (id: string) => (id === root ? 'everywhere' : code(id.slice(root.length + 1)));
  return transitions.map(({ name, from, guard, to }: ChartTransition) => [
    code(name),
    place(from),
    guard === null ? '' : code(guard),
    to.length === 0 ? 'stays' : to.map(place).join(', '),
  ]);
}

/** Markdown's own formatter would change a page that is generated: these pages are left out of it. */
const NOTICE = (name: string) =>
  `<!-- generated from src/machines/${name}.machine.ts by \`npm run charts\` -->`;

/**
 * A page of a machine: what it is for, its chart, its states, events and rules, the actors it runs and its delays, all
 * from its source and its definition.
 * @param variants the situations that its paths begin in
 */
export function pageOf(
  name: string,
  machine: AnyStateMachine,
  chart: Chart,
  mermaid: string,
  variants: readonly string[],
): string {
  const sources = ['machine', 'setup'].flatMap((role) => sourceOf(`src/machines/${name}.${role}.ts`));
  const named = (kind: string) => [...entriesOf(sources, kind)];
  const root = chart.states[0]?.id ?? '';
  const asked = new Set(chart.transitions.map(({ guard }) => guard));
  const delays = Object.entries(machine.implementations.delays as Record<string, unknown>);
  const saidOfDelay = new Map(named('delays').map(([delay, { said }]) => [delay, said]));
  const purpose = purposeOf(sources, name);
  if (purpose === '') throw new Error(`${name}Machine says nowhere what it is for: a comment above it would`);
  return [
    NOTICE(name),
    '',
    `# ${name}`,
    '',
    purpose,
    '',
    `Source: [${name}.machine.ts](../../src/machines/${name}.machine.ts). Its paths begin with: ${variants.join('; ')}.`,
    '',
    '```mermaid',
    mermaid.trimEnd(),
    '```',
    '',
    '## States',
    '',
    ...table(
      ['state', 'tags', 'runs'],
      chart.states
        .slice(1)
        .map(({ id, tags, runs }) => [
          code(id.slice(root.length + 1)),
          tags.map(code).join(' '),
          runs.map(code).join(' '),
        ]),
    ),
    '',
    '## Events',
    '',
    'Of several rows for one event in one place the first counts whose rule says yes.',
    '',
    ...table(['event', 'in', 'if', 'leads to'], eventRows(chart)),
    '',
    '## Rules',
    '',
    ...table(
      ['rule', 'says yes when'],
      named('guards')
        .filter(([guard]) => asked.has(guard))
        .map(([guard, { said, code: text }]) => [
          code(guard),
          `${said === '' ? '' : `${said} `}\`\`${text}\`\``,
        ]),
    ),
    '',
    '## Actors that it runs',
    '',
    ...table(
      ['actor', 'what it does'],
      named('actors').map(([actor, { said, code: text }]) => {
        const runs = /(\w+)Machine\b/.exec(text)?.[1];
        return [code(actor), runs === undefined ? said : `the machine [${runs}](${runs}.md)`];
      }),
    ),
    '',
    '## Delays',
    '',
    ...table(
      ['delay', 'ms', ''],
      delays.map(([delay, ms]) => [code(delay), String(ms), saidOfDelay.get(delay) ?? '']),
    ),
    '',
  ].join('\n');
}
