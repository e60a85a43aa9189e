import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { fileOfMachine, machineFiles } from '../../../scripts/machines/machineFiles.ts';
import { models } from '../session/models.ts';
import { testPaths } from './pathTests.ts';

test('every machine of the product has a model', () => {
  const machines = machineFiles().map(({ name }) => name);
  expect(models.map((model) => model.name).sort()).toEqual(machines.sort());
});

test.each(models)('the model of $name is of the production machine itself', async ({ name, machine }) => {
  const file = (await import(resolve(fileOfMachine(name)))) as Record<string, unknown>;
  const own = file[`${name}Machine`];
  // savedListMachine is a factory: it creates a new machine for each kind of item
  const production = (name === 'savedList' ? (own as () => AnyStateMachine)() : own) as AnyStateMachine;
  if (name === 'savedList') expect(JSON.stringify(machine.config)).toBe(JSON.stringify(production.config));
  else expect(machine.config).toBe(production.config);
});

// the portal's take as long as all others together: in `portalPaths.test.ts`, beside these
testPaths(models.filter(({ name }) => name !== 'portal'));
