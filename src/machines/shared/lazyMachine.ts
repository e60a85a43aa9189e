import type { AnyActorLogic } from 'xstate';

/**
 * Logic that is loaded later: a proxy that forwards to `get()`, so that a machine can name an actor from a
 * chunk that isn't loaded yet.
 * @param get returns the logic; throws if it isn't loaded
 */
export function lazyMachine<Logic extends AnyActorLogic>(get: () => Logic): Logic {
  return new Proxy({} as Logic, { get: (_, key) => Reflect.get(get(), key) });
}
