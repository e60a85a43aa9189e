import { walksOf } from '../paths/coverage.ts';
import type { Model } from '../paths/explore.ts';
import { changesInWords } from './changes.ts';
import { differences, goldenOf, otherPaths } from './golden.ts';
import { acceptedOf, writeGolden } from './goldenFile.ts';

/** Accepts what a machine does now. @returns what that changes, in words */
export async function accept(model: Model): Promise<string[]> {
  const { walks } = walksOf(model);
  const before = acceptedOf(model.name);
  writeGolden(model.name, await goldenOf(model, walks));
  if (before === null) return [`${model.name}: accepted for the first time`];
  const { added, removed } = otherPaths(model, walks, before);
  return [
    ...changesInWords(model.name, await differences(model, before)),
    ...(added.length + removed.length === 0
      ? []
      : [`${model.name}: ${added.length} paths are new, ${removed.length} are gone`]),
  ];
}
