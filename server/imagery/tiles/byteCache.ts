/** Keeps what was used last, up to so many bytes. */
export interface ByteCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V, bytes: number): void;
  readonly bytes: number;
}

/** @param limit bytes; a value larger than all of it is not kept */
export function byteCache<V>(limit: number): ByteCache<V> {
  const kept = new Map<string, { value: V; bytes: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      // a map goes by the order of insertion: what is used goes to its end
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, bytes) {
      drop(key);
      if (bytes > limit) return;
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= limit) break;
        drop(oldest);
      }
    },
    get bytes() {
      return total;
    },
  };
}
