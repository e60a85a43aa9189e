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

/** XState's form of a snapshot that an actor begins with. */
function snapshotOf(model: Model, { value, context, children, history }: SessionBegin, now: () => Date) {
  const [input] = Object.values(model.variants);
  const like = createActor(model.machine, { input }).getSnapshot() as { context: unknown };
  return {
    status: 'active',
    value,
    context: readLike(context, like.context, { now }),
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

/** The model of an actor's machine, beginning as the actor did; null if this build has no such machine. */
export function modelOfSaved(path: SavedPath): Model | null {
  const model = models.find(({ name }) => name === path.machine);
  if (model === undefined) return null;
  const clock = { now: path.steps[0]?.at ?? 0 };
  return { ...model, saved: { snapshot: snapshotOf(model, path.begin, () => new Date(clock.now)), clock } };
}
