import type { Chart, ChartTransition } from '../../src/machines/inspector/chart.ts';
import type { Model } from '../../tests/model/paths/explore.ts';
import { fileOfMachine } from './machineFiles.ts';
import { entriesOf, purposeOf, commentsOfCalls, sourceOf } from './machineSources.ts';
import { beginnings, happenings, idsOf } from './machineWriting.ts';
import { mermaidOf } from './mermaid.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => `\`${text}\``;
/** Inline code that may contain backticks. */
const verbatim = (text: string) => `\`\`${text}\`\``;
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

const NOTICE = (name: string) => `<!-- generated from ${fileOfMachine(name)} by \`npm run charts\` -->`;

/**
 * A machine's page, from its source and definition; its events as a path test writes them, from its model.
 */
export function pageOf(model: Model, chart: Chart): string {
  const { name, machine } = model;
  const sources = ['machine', 'setup'].flatMap((role) =>
    sourceOf(fileOfMachine(name).replace('.machine.', `.${role}.`)),
  );
  const named = (kind: string) => [...entriesOf(sources, kind)];
  const root = chart.states[0]?.id ?? '';
  const asked = new Set(chart.transitions.map(({ guard }) => guard));
  const delays = Object.entries(machine.implementations.delays as Record<string, unknown>);
  const describeDelay = new Map(named('delays').map(([delay, { comment }]) => [delay, comment]));
  const purpose = purposeOf(sources, name);
  return [
    NOTICE(name),
    '',
    `# ${name}`,
    '',
    purpose,
    '',
    `Source: [${name}.machine.ts](../../${fileOfMachine(name)}). Its paths begin with: ${Object.keys(model.variants).join('; ')}.`,
    '',
    '```mermaid',
    mermaidOf(name, chart),
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
        .map(([guard, { comment, code: text }]) => [
          code(guard),
          [
            `${comment === '' ? '' : `${comment} `}\`\`${text}\`\``,
            ...commentsOfCalls(sources, text).map(([called, words]) => `${code(called)}: ${words}`),
          ].join('<br>'),
        ]),
    ),
    '',
    '## Actors that it runs',
    '',
    ...table(
      ['actor', 'runs as', 'what it does'],
      named('actors').map(([actor, { comment, code: text }]) => {
        const runs = /(?<!['\w])(\w+)Machine\b/.exec(text)?.[1];
        const ids = idsOf(machine, actor).map(code).join(', ');
        return [code(actor), ids, runs === undefined ? comment : `the machine [${runs}](${runs}.md)`];
      }),
    ),
    '',
    '## Delays',
    '',
    ...table(
      ['delay', 'ms', ''],
      delays.map(([delay, ms]) => [code(delay), String(ms), describeDelay.get(delay) ?? '']),
    ),
    '',
    '## In a path test',
    '',
    'How it begins, and how its events are written, the first samples of each ([path-tests.md](../../docs/path-tests.md)). Names such as',
    '`smallAoi` are those of tests/model/shared/samples.ts; `…` stands for what is long, and the scenarios hold it whole.',
    '',
    ...table(
      ['begins with', 'its input'],
      beginnings(model).map(([comment, input]) => [comment, verbatim(input)]),
    ),
    '',
    ...table(
      ['it happens that', 'written'],
      happenings(model).map(([what, texts]) => [code(what), texts.map(verbatim).join('<br>')]),
    ),
    '',
  ].join('\n');
}
