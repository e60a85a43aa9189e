/** A least-recently-used cache with a limit in bytes. */
export interface ByteCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V, bytes: number): void;
  readonly bytes: number;
}

/**
 * @param limit bytes
 * @param largest bytes; larger values are not cached. One beyond the limit is cached alone, until the next comes
 */
export function byteCache<V>(limit: number, largest = limit): ByteCache<V> {
  const entries = new Map<string, { value: V; bytes: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (!found) return undefined;
      // a Map iterates in insertion order, so reinsert used entries
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set(key, value, bytes) {
      drop(key);
      if (bytes > largest) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= limit || oldest === key) break;
        drop(oldest);
      }
    },
    get bytes() {
      return total;
    },
  };
}
