/**
 * Writes into docs/machines a Mermaid statechart (.mmd) of each production machine, from its definition;
 * its page with purpose, states, events and rules, from its source; and
 * src/machines/inspector/eventExamples.json: an example of each event type, from the models.
 * `--check` writes nothing and exits with 1 if a file is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chartOf, labelOf, type Chart, type ChartState } from '../../src/machines/inspector/chart.ts';
import { redact, type Json } from '../../src/machines/inspector/redact.ts';
import { models } from '../../tests/model/session/models.ts';
import { fileOfMachine } from './machineFiles.ts';
import { pageOf } from './machinePages.ts';

const FOLDER = 'docs/machines';
const EXAMPLES = 'src/machines/inspector/eventExamples.json';
const INDENT = '  ';

/** Mermaid doesn't allow dots in names. */
const idOf = (id: string) => id.replaceAll(/[^A-Za-z0-9]/g, '_');
const below = (chart: Chart, { id }: ChartState) => chart.states.filter(({ parent }) => parent === id);

function transitionLines(chart: Chart, { id }: ChartState, depth: number): string[] {
  return chart.transitions
    .filter(({ from }) => from === id)
    .flatMap((transition) =>
      (transition.to.length === 0 ? [id] : transition.to).map(
        (target) => `${INDENT.repeat(depth)}${idOf(id)} --> ${idOf(target)}: ${labelOf(transition)}`,
      ),
    );
}

function stateLines(chart: Chart, state: ChartState, depth: number): string[] {
  const pad = INDENT.repeat(depth);
  const id = idOf(state.id);
  const name = state.runs.length === 0 ? state.key : `${state.key} (runs ${state.runs.join(', ')})`;
  const own = `${pad}state "${name}" as ${id}`;
  if (below(chart, state).length === 0)
    return [own, ...(state.type === 'final' ? [`${pad}${id} --> [*]`] : [])];
  return [own, `${pad}state ${id} {`, ...innerLines(chart, state, depth + 1), `${pad}}`];
}

/** The states within a state and its initial one; parallel regions are separated by --. */
function innerLines(chart: Chart, state: ChartState, depth: number): string[] {
  const pad = INDENT.repeat(depth);
  const children = below(chart, state);
  if (state.type === 'parallel') {
    return children.flatMap((child, at) => [
      ...(at === 0 ? [] : [`${pad}--`]),
      ...stateLines(chart, child, depth),
    ]);
  }
  const first = children.find(({ isFirst }) => isFirst);
  return [
    ...(first === undefined ? [] : [`${pad}[*] --> ${idOf(first.id)}`]),
    ...children.flatMap((child) => stateLines(chart, child, depth)),
    ...children.flatMap((child) => transitionLines(chart, child, depth)),
  ];
}

/** Transitions of the root as comments, because Mermaid can't draw an edge from every state. */
function everywhere({ transitions }: Chart, root: ChartState): string[] {
  const all = transitions.filter(({ from }) => from === root.id);
  return [...new Set(all.map((transition) => `%% in every state: ${labelOf(transition)}`))];
}

function mermaidOf(name: string, chart: Chart): string {
  const root = chart.states[0];
  if (root === undefined) throw new Error(`${name} has no states`);
  const runs = root.runs.map((one) => `%% runs from start to end: ${one}`);
  const lines = [
    `%% ${name}: generated from ${fileOfMachine(name)} by \`npm run charts\``,
    'stateDiagram-v2',
  ];
  return [...lines, ...runs, ...everywhere(chart, root), ...rootLines(chart, root), ''].join('\n');
}

/** The states of a machine. Mermaid separates parallel regions only within a state. */
function rootLines(chart: Chart, root: ChartState): string[] {
  if (root.type !== 'parallel') return innerLines(chart, root, 1);
  const id = `${idOf(root.id)}_machine`;
  const pad = INDENT.repeat(1);
  return [
    `${pad}state "${root.id}" as ${id}`,
    `${pad}state ${id} {`,
    ...innerLines(chart, root, 2),
    `${pad}}`,
  ];
}

/** Whether the shown event is truncated and so can't be sent. */
const isCut = (shown: Json) => /"… \d+ more"/.test(JSON.stringify(shown));

/** The first event of each type that is short enough to be shown whole, with secrets redacted. */
function shownWhole(events: (typeof models)[number]['events']): Map<string, Json> {
  const first = new Map<string, Json>();
  for (const event of events) {
    const shown = redact(event);
    if (!first.has(event.type) && !isCut(shown)) first.set(event.type, shown);
  }
  return first;
}
const anywhere = shownWhole(models.flatMap(({ events }) => events));

/**
 * An example of each event type that a machine accepts, for the viewer to propose: from the machine's own
 * model, or from another's that accepts the type.
 * @throws Error if all are too long
 */
function examplesOf({ machine, events }: (typeof models)[number]): string {
  const types = new Set(events.map(({ type }) => type).filter((type) => !type.startsWith('xstate.')));
  const own = shownWhole(events);
  const lines = [...types].map((type) => {
    const event = own.get(type) ?? anywhere.get(type);
    if (event === undefined) throw new Error(`no ${type} of ${machine.id} is short enough to be sent`);
    return `    ${JSON.stringify(type)}: ${JSON.stringify(event)}`;
  });
  return `  ${JSON.stringify(machine.id)}: {\n${lines.join(',\n')}\n  }`;
}

/** Writes a generated file, or with --check reports that it is out of date. */
function generate(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: npm run charts`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
  }
}

mkdirSync(FOLDER, { recursive: true });
for (const model of models) {
  const { name, machine } = model;
  const chart = chartOf(machine);
  const mermaid = mermaidOf(name, chart);
  generate(`${FOLDER}/${name}.mmd`, mermaid);
  generate(`${FOLDER}/${name}.md`, pageOf(model, chart, mermaid));
}
generate(EXAMPLES, `{\n${models.map(examplesOf).join(',\n')}\n}\n`);
