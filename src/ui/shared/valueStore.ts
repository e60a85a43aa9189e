/** A value outside the actors, for data that changes with every pointer move (law 2). */
export interface ValueStore<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls back after every change. @returns a function that stops it */
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
