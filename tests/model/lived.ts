import type { ModelEvent } from './explore.ts';
import { models } from './models.ts';
import { replay, type Seen } from './replay.ts';

/**
 * Lets events happen to a live actor of a machine, one after the other, under a simulated clock (docs/path-tests.md).
 * @param name the machine's, as in docs/machines
 * @param variant the situation it begins in; the model's first without one
 * @returns what is seen before any event and after each of them, and the last of it
 * @throws Error where an event can't happen: the outcome of an actor that does not run
 */
export async function lived(
  name: string,
  events: readonly ModelEvent[],
  variant?: string,
): Promise<{ seen: Seen[]; last: Seen }> {
  const model = models.find((one) => one.name === name);
  if (model === undefined) throw new Error(`no machine ${name}`);
  const seen = await replay(model, variant ?? Object.keys(model.variants)[0] ?? '', events);
  return { seen, last: seen.at(-1)! };
}
