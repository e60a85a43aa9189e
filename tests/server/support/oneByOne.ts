import { expect } from 'vitest';

interface Queried {
  query(...given: never[]): unknown;
}

/** Does work on a client or a pool, and expects that it waits for each of its queries. */
export async function oneByOne<C extends Queried, T>(
  client: C,
  work: (watched: C) => Promise<T>,
): Promise<T> {
  let [open, most] = [0, 0];
  const query = async (...given: never[]) => {
    open++;
    most = Math.max(most, open);
    try {
      return await client.query(...given);
    } finally {
      open--;
    }
  };
  const watched = new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)),
  });
  const result = await work(watched);
  expect(open).toBe(0);
  expect(most).toBeLessThanOrEqual(1);
  return result;
}
