import { randomBytes } from 'node:crypto';
import { createActor } from 'xstate';
import type { SessionBegin, SessionPath } from '../../../../src/machines/inspector/sessionFile.ts';
import { models } from '../../session/models.ts';
import type { Model } from '../explore.ts';
import { readLike } from '../pathData.ts';
import type { Path } from '../pathFile.ts';

/** An actor's path in a saved session. */
export type SavedPath = Path &
  Pick<SessionPath, 'machine' | 'begin'> & {
    /** What was seen after the last step is a fault: the path fails as long as it is seen again. */
    isWrong?: true;
  };

/** XState's form of a snapshot that an actor begins with; what no file holds is taken from another context. */
function snapshotOf({ value, context, children, history }: SessionBegin, like: unknown, now: () => Date) {
  return {
    status: 'active',
    value,
    context: readLike(context, like, { now, makeKey: () => randomBytes(16).toString('hex') }),
    children: Object.fromEntries(
      Object.entries(children).map(([id, src]) => [
        id,
        { src, snapshot: { status: 'active' }, syncSnapshot: false },
      ]),
    ),
    historyValue: Object.fromEntries(
      Object.entries(history).map(([id, nodes]) => [id, nodes.map((node) => ({ id: node }))]),
    ),
    output: undefined,
    error: undefined,
  };
}

/**
 * The model of an actor's machine, beginning as the actor did: once for each answer that functions of the page may give, which
 * are not in the file. Those of the model's variants are tried, and none. Empty if this build has no such machine.
 */
export function modelsOfSaved(path: SavedPath): Model[] {
  const model = models.find(({ name }) => name === path.machine);
  if (model === undefined) return [];
  const contexts = Object.values(model.variants).map(
    (input) => (createActor(model.machine, { input }).getSnapshot() as { context: unknown }).context,
  );
  const likes = JSON.stringify(path.begin).includes('"$function"') ? [...contexts, null] : [null];
  return likes.map((like) => {
    const clock = { now: path.steps[0]?.at ?? 0 };
    return { ...model, saved: { snapshot: snapshotOf(path.begin, like, () => new Date(clock.now)), clock } };
  });
}
