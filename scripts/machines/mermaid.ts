import { labelOf, type Chart, type ChartState } from '../../src/machines/inspector/chart.ts';

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

/** A machine's statechart as a Mermaid diagram. */
export function mermaidOf(name: string, chart: Chart): string {
  const root = chart.states[0];
  if (root === undefined) throw new Error(`${name} has no states`);
  const runs = root.runs.map((one) => `%% runs from start to end: ${one}`);
  return ['stateDiagram-v2', ...runs, ...everywhere(chart, root), ...rootLines(chart, root)].join('\n');
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
