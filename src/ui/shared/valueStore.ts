/** A value outside of the actors, for what changes with every move of a pointer (architecture, law 3). */
export interface ValueStore<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls back after every change; the returned function ends that. */
  on: (listener: () => void) => () => void;
}

export function valueStore<Value>(initial: Value): ValueStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
