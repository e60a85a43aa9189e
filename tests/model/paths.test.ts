import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pathsOf } from './explore.ts';
import { models } from './models.ts';
import { replay } from './replay.ts';

test('every machine of the product has a model', () => {
  const machines = readdirSync(new URL('../../src/machines', import.meta.url))
    .filter((file) => file.endsWith('.machine.ts'))
    .map((file) => file.replace('.machine.ts', ''));
  expect(models.map((model) => model.name).sort()).toEqual(machines.sort());
});

describe.each(models)('$name', (model) => {
  const { paths, coverage } = pathsOf(model);

  test('generated paths cover every state, every transition and every outcome of a guard', () => {
    expect(coverage.missing).toEqual([]);
  });

  test.each(
    paths.map((path, index) => ({
      path,
      title: `${index + 1}: ${path.variant}: ${path.events.map((event) => event.type).join(' → ')}`,
    })),
  )('path $title', async ({ path }) => {
    const { seen } = await replay(model, path);
    expect(seen).toEqual(path.seen);
  });
});
