import type { Model, ModelEvent } from '../explore.ts';
import { eventsOf } from '../pathData.ts';
import { check, seenOf, type Path } from '../pathFile.ts';
import type { Seen } from './replay.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const shown = (seen: unknown) => {
  const { value, tags, can } = (seen ?? {}) as Partial<Seen>;
  return { value, tags, can };
};
const only = (seen: unknown, keys: readonly string[]) =>
  keys.map((key) => (seen as Record<string, unknown> | undefined)?.[key]);

/** Stretches of more events are halved instead of shortened by one. */
const LONG = 16;

/** The shortest part of a path with the same failure (event, state, result); null if the path passes. */
export async function shrink(model: Model, path: Path): Promise<Path | null> {
  const difference = await check(model, path);
  if (difference === null) return null;
  const { step, expected, seen } = difference;
  const wrong = [...new Set([...Object.keys(expected as object), ...Object.keys(seen as object)])];
  const events = eventsOf(path).slice(0, step);
  const whole = await seenOf(model, path.variant, events);
  const failsAlike = async (fewer: ModelEvent[]) => {
    const now = await seenOf(model, path.variant, fewer);
    return (
      now.length === fewer.length + 1 &&
      same(shown(now.at(-2)), shown(whole.at(-2))) &&
      same(only(now.at(-1), wrong), only(seen, wrong))
    );
  };
  // remove ever shorter stretches, down to single events; of a long path not each length, which would take hours
  let kept = events.map((event, index) => ({ event, of: path.steps[index]! }));
  const shorter = (stretch: number) => (stretch > LONG ? Math.floor(stretch / 2) : stretch - 1);
  for (let stretch = kept.length - 1; stretch >= 1; stretch = Math.min(shorter(stretch), kept.length - 1)) {
    for (let at = 0; at + stretch < kept.length;) {
      const fewer = kept.toSpliced(at, stretch);
      if (await failsAlike(fewer.map(({ event }) => event))) kept = fewer;
      else at += stretch > LONG ? Math.floor(stretch / 2) : 1;
    }
  }
  const after = (await seenOf(
    model,
    path.variant,
    kept.map(({ event }) => event),
  )) as Seen[];
  const steps = kept.map(({ of }, index) => ({ ...of, expect: after[index + 1]! }));
  const last = steps.at(-1);
  if (last !== undefined) last.expect = path.steps[step - 1]!.expect;
  const start = step === 0 ? path.start : after[0]!;
  const title = steps.map(({ label }) => label).join(' → ');
  return { ...path, id: `${path.id}-shrunk`, title, reaches: [], start, steps };
}
