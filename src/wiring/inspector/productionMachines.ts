import type { AnyStateMachine } from 'xstate';

type Exported = AnyStateMachine | (() => AnyStateMachine);

/** Every machine in src/machines by its id, in alphabetical order. */
export function productionMachines(): Record<string, AnyStateMachine> {
  const files = import.meta.glob<Record<string, Exported>>('../../machines/**/*.machine.ts', { eager: true });
  const machines = Object.entries(files).map(([path, module]) => {
    const name = path.replace(/^.*\/(\w+)\.machine\.ts$/, '$1');
    const exported = module[`${name}Machine`];
    if (exported === undefined) throw new Error(`${path} exports no ${name}Machine`);
    // generic machines are exported as functions
    const machine = typeof exported === 'function' ? exported() : exported;
    return [machine.id, machine] as const;
  });
  return Object.fromEntries(machines.sort(([one], [other]) => one.localeCompare(other, 'en')));
}
