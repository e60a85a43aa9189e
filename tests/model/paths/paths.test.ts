import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { fileOfMachine, machineFiles } from '../../../scripts/machines/machineFiles.ts';
import { endless } from '../invariants/temporal.ts';
import { walksOf, type Reaching } from './coverage.ts';
import { shownBy, type Model } from './explore.ts';
import { models } from '../session/models.ts';
import { changesInWords } from '../golden/changes.ts';
import { differences, otherPaths } from '../golden/golden.ts';
import { acceptedOf, goldenFileOf } from '../golden/goldenFile.ts';
import { asked, replay } from './replay/replay.ts';

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

/** What a live actor shows along a path, next to what is expected; every query must return an answer. */
async function replayed(model: Model, { walk: { variant, start, steps } }: Reaching) {
  const seen = await replay(
    model,
    variant,
    steps.map((step) => step.event),
    asked(model),
  );
  return {
    seen: seen.map(({ value, tags, can }) => ({ value, tags, can })),
    thought: [start.snapshot, ...steps.map((step) => step.to)].map((snapshot) => shownBy(model, snapshot)),
  };
}

/** The walks of a model and what is asked of its graphs, which are large and are needed no longer. */
function explored(model: Model) {
  const { walks, coverage, graphs } = walksOf(model);
  return { walks, missing: coverage.missing, traps: graphs.flatMap(endless) };
}

describe.each(models)('$name', (model) => {
  const { walks, missing, traps } = explored(model);
  const first = walks.filter(({ reaches }) => reaches.length > 0);

  test('generated paths cover every state, transition and pair of transitions, every outcome of a guard and of an invoked actor', () => {
    expect(missing).toEqual([]);
  });

  test('busy always ends, and every refusal can be left', () => {
    expect(traps).toEqual([]);
  });

  test.each(
    first.map((one, index) => ({
      one,
      title: `${index + 1}: ${one.walk.variant}: ${one.walk.steps.map(({ event }) => event.type).join(' → ')}`,
    })),
  )('path $title', async ({ one }) => {
    const { seen, thought } = await replayed(model, one);
    expect(seen).toEqual(thought);
  });

  test('accepted paths: it does what was accepted, or `npm run paths -- --accept` accepts what it does now', async () => {
    const golden = acceptedOf(model.name);
    expect(golden, goldenFileOf(model.name)).not.toBeNull();
    expect(changesInWords(model.name, await differences(model, golden!))).toEqual([]);
    expect(otherPaths(model, walks, golden!)).toEqual({ added: [], removed: [] });
    // the portal has thousands of paths
  }, 300_000);
});
