import type { Pool } from 'pg';

interface Reading {
  running: Promise<unknown>;
  /** Begins when that has ended. */
  next: Promise<unknown> | null;
}

const readings = new WeakMap<Pool, Map<string, Reading>>();

/**
 * Lets callers who ask for the same thing at once share one query. It begins after they asked, so that all of them
 * see what was true then.
 * @param key names what is read, with its values
 */
export async function sharedRead<T>(pool: Pool, key: string, read: () => Promise<T>): Promise<T> {
  const ofPool = readings.get(pool) ?? new Map<string, Reading>();
  readings.set(pool, ofPool);
  const begin = (): Promise<T> => {
    const reading: Reading = { running: read(), next: null };
    ofPool.set(key, reading);
    const end = () => {
      if (reading.next === null) ofPool.delete(key);
    };
    reading.running.then(end, end);
    return reading.running as Promise<T>;
  };
  const reading = ofPool.get(key);
  if (!reading) return begin();
  // a key names reads of one type only
  reading.next ??= reading.running.then(begin, begin);
  return reading.next as Promise<T>;
}
