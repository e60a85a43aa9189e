/**
 * Writes docs/machines/MACHINE.mmd: a Mermaid statechart of every production machine, from its definition.
 * `--check` writes nothing and exits with 1 when a chart is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { models } from '../tests/model/models.ts';

const FOLDER = 'docs/machines';
const INDENT = '  ';

/** Mermaid takes no dots in names. */
const idOf = (node: AnyStateNode) => node.id.replaceAll(/[^A-Za-z0-9]/g, '_');
const below = (node: AnyStateNode) => Object.values(node.states) as AnyStateNode[];

/** `xstate.done.actor.logIn` → `logIn done`, `xstate.after.PRICE_DELAY.…` → `after PRICE_DELAY`. */
function eventName(type: string): string {
  const outcome = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  if (outcome) return `${outcome[2]} ${outcome[1] === 'done' ? 'done' : 'failed'}`;
  const delay = /^xstate\.after\.([^.]+)\./.exec(type);
  if (delay) return `after ${delay[1]}`;
  return type === '' ? 'always' : type;
}

function labelOf(transition: AnyTransitionDefinition): string {
  const { guard } = transition;
  const name = typeof guard === 'string' ? guard : (guard as { type?: string } | undefined)?.type;
  return `${eventName(transition.eventType)}${name === undefined ? '' : ` [${name}]`}`;
}

function transitionLines(node: AnyStateNode, depth: number): string[] {
  const all = [...[...node.transitions.values()].flat(), ...(node.always ?? [])] as AnyTransitionDefinition[];
  return all.flatMap((transition) => {
    // what concerns the whole machine is told of its root's first state no less than of any other: it stays in words
    if (node.parent === undefined) return [];
    const targets = transition.target ?? [node];
    return targets.map(
      (target) =>
        `${INDENT.repeat(depth)}${idOf(node)} --> ${idOf(target as AnyStateNode)}: ${labelOf(transition)}`,
    );
  });
}

function stateLines(node: AnyStateNode, depth: number): string[] {
  const pad = INDENT.repeat(depth);
  const children = below(node);
  const invoked = node.invoke.map((one) => String(one.id));
  const name = invoked.length === 0 ? node.key : `${node.key} (runs ${invoked.join(', ')})`;
  const own = `${pad}state "${name}" as ${idOf(node)}`;
  if (children.length === 0) return [own, ...(node.type === 'final' ? [`${pad}${idOf(node)} --> [*]`] : [])];
  return [own, `${pad}state ${idOf(node)} {`, ...innerLines(node, depth + 1), `${pad}}`];
}

/** The states within a node, with where it begins; regions that run together are divided by --. */
function innerLines(node: AnyStateNode, depth: number): string[] {
  const pad = INDENT.repeat(depth);
  const children = below(node);
  if (node.type === 'parallel') {
    return children.flatMap((child, at) => [...(at === 0 ? [] : [`${pad}--`]), ...stateLines(child, depth)]);
  }
  const first = node.initial?.target?.[0] as AnyStateNode | undefined;
  return [
    ...(first === undefined ? [] : [`${pad}[*] --> ${idOf(first)}`]),
    ...children.flatMap((child) => stateLines(child, depth)),
    ...children.flatMap((child) => transitionLines(child, depth)),
  ];
}

/** Transitions of the machine's root: they hold in every state. */
function everywhere(root: AnyStateNode): string[] {
  const all = [...root.transitions.values()].flat() as AnyTransitionDefinition[];
  return [...new Set(all.map((transition) => `%% in every state: ${labelOf(transition)}`))];
}

function chartOf(name: string, root: AnyStateNode): string {
  const runs = root.invoke.map((one) => `%% runs from start to end: ${one.id}`);
  const lines = [
    `%% ${name}: generated from src/machines/${name}.machine.ts by \`npm run charts\``,
    'stateDiagram-v2',
  ];
  return [...lines, ...runs, ...everywhere(root), ...innerLines(root, 1), ''].join('\n');
}

mkdirSync(FOLDER, { recursive: true });
for (const { name, machine } of models) {
  const file = `${FOLDER}/${name}.mmd`;
  const chart = chartOf(name, machine.root as AnyStateNode);
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === chart;
  if (isSame) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: npm run charts`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, chart);
  }
}
