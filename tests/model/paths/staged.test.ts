import { expect, test } from 'vitest';
import { NOT_STAGED, STAGED, type Staged } from '../../e2e/paths/stage/staged.ts';
import { acceptedOf, pathsIn } from '../golden/goldenFile.ts';
import { models } from '../session/models.ts';

test('every machine is played on its view, or says why not', () => {
  const named = [...Object.keys(STAGED), ...Object.keys(NOT_STAGED)];
  expect(named.toSorted()).toEqual(models.map(({ name }) => name).toSorted());
});

test('at least 300 paths are played in the browser, and there are as many as are promised', () => {
  const counts = Object.entries(STAGED).map(([name, { paths }]) => {
    const accepted = pathsIn(acceptedOf(name)?.starts ?? []).length;
    expect(accepted, name).toBeGreaterThanOrEqual(paths);
    return paths;
  });
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(300);
});

test('what is pressed is a fact of the machine', () => {
  for (const [name, staged] of Object.entries(STAGED)) {
    const { events } = models.find((one) => one.name === name)!;
    const known = new Set(events.map(({ type }) => type));
    const { offers, always = [], idle = [] }: Staged = staged;
    for (const type of [...offers, ...always, ...idle]) expect(known, `${name}: ${type}`).toContain(type);
  }
});
