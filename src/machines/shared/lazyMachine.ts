import type { AnyActorLogic } from 'xstate';

/**
 * Logic that is fetched before it is needed: everything is asked of what `get` gives at that moment. So a machine can
 * name an actor whose code is in a chunk that the page has not loaded yet.
 * @param get the logic; throws while it is not there
 */
export function lazyMachine<Logic extends AnyActorLogic>(get: () => Logic): Logic {
  // the proxy stands for any logic: what it answers is the logic's own
  return new Proxy({} as Logic, { get: (_, key) => Reflect.get(get(), key) });
}
