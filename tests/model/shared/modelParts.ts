import type { Model, ModelEvent } from '../paths/explore.ts';
import * as sample from './samples.ts';

/** An invoked actor ends well. */
export const done = (id: string, output?: unknown): ModelEvent => ({
  type: `xstate.done.actor.${id}`,
  output,
});
/** A call fails, each way in which it can. */
export const failed = (id: string): ModelEvent[] =>
  Object.values(sample.failures).map((error) => ({ type: `xstate.error.actor.${id}`, error }));
/** A delay is over. */
export const after = (delay: string, node: string): ModelEvent => ({ type: `xstate.after.${delay}.${node}` });

/** A model from a machine's own context type. */
export function model<Context>(
  part: Omit<Model, 'abstract'>,
  abstract: (context: Context) => unknown,
): Model {
  return { ...part, abstract: abstract as (context: never) => unknown };
}
