import { expect, test } from 'vitest';
import { NOT_STAGED, STAGED, type Staged } from '../../e2e/paths/stage/staged.ts';
import { acceptedOf, pathsIn } from '../golden/goldenFile.ts';
import { models } from '../session/models.ts';

const staged = Object.entries<Staged>(STAGED).map(([name, one]) => ({ name, model: name, ...one }));

test('every machine is played on its view, or says why not', () => {
  const named = [...staged.map(({ model }) => model), ...Object.keys(NOT_STAGED)];
  expect([...new Set(named)].toSorted()).toEqual(models.map(({ name }) => name).toSorted());
});

test('at least 300 paths are played in the browser, and there are as many as are promised', () => {
  const counts = staged.map(({ name, model, variants, paths }) => {
    const starts = acceptedOf(model)?.starts ?? [];
    const accepted = pathsIn(starts.filter(({ label }) => variants?.includes(label) ?? true)).length;
    expect(accepted, name).toBeGreaterThanOrEqual(paths);
    return paths;
  });
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(300);
});

test('what is pressed is a fact of the machine', () => {
  for (const { name, model, offers, always = [], idle = [] } of staged) {
    const { events } = models.find((one) => one.name === model)!;
    const known = new Set(events.map(({ type }) => type));
    for (const type of [...offers, ...always, ...idle]) expect(known, `${name}: ${type}`).toContain(type);
  }
});
