import { describe, expect, test } from 'vitest';
import { endless } from '../invariants/temporal.ts';
import { walksOf, type Reaching } from './coverage.ts';
import { shownBy, type Model } from './explore.ts';
import { changesInWords } from '../golden/changes.ts';
import { differences, otherPaths } from '../golden/golden.ts';
import { acceptedOf, goldenFileOf } from '../golden/goldenFile.ts';
import { asked, replay } from './replay/replay.ts';

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

/** The tests of the generated and of the accepted paths of models. */
export function testPaths(models: readonly Model[]): void {
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
}
