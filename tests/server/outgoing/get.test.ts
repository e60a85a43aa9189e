import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFrom, type GetOptions } from '../../../server/base/outgoing/get.ts';
import { staticCatalogue } from '../sources/archives.ts';

const REDIRECTS = 5;

describe('a document of the internet', () => {
  const files = new Map<string, unknown>([['/document.json', { id: 'document' }]]);
  const own = new Map<string, unknown>([['/secret.json', { id: 'secret' }]]);
  let inside: Awaited<ReturnType<typeof staticCatalogue>>;
  let outside: Awaited<ReturnType<typeof staticCatalogue>>;
  beforeAll(async () => {
    inside = await staticCatalogue(own);
    outside = await staticCatalogue(files, (path) => {
      const location = { '/near': '/document.json', '/round': '/round', '/odd': 'ftp://example.com/x' }[path];
      const target = path === '/far' ? `${inside.url}/secret.json` : location;
      return target === undefined ? null : { status: 302, headers: { location: target } };
    });
  });
  afterAll(() => {
    inside.close();
    outside.close();
  });

  const options: GetOptions = { maxBytes: 1_000, timeMs: 10_000, isPrivateAllowed: true };
  /** The first server counts as one of the internet, and what it redirects to doesn't. */
  const onlyFirst = (): GetOptions => {
    let checked = 0;
    return {
      ...options,
      get isPrivateAllowed() {
        return checked++ === 0;
      },
    };
  };

  it('is read behind a redirect, and says where it was found', async () => {
    const answer = await getFrom(`${outside.url}/near`, options);
    expect(answer).toMatchObject({ status: 200, url: `${outside.url}/document.json` });
    expect(JSON.parse(answer.body.toString())).toEqual({ id: 'document' });
  });

  it('is not read at a private address that a public one redirects to', async () => {
    await expect(getFrom(`${outside.url}/far`, onlyFirst())).rejects.toMatchObject({ code: 'private' });
    expect(inside.answers).toEqual([]);
    // the redirect itself works, so the address alone was what it was refused for
    expect((await getFrom(`${outside.url}/far`, options)).status).toBe(200);
  });

  it('is not sought in a circle, nor by another protocol', async () => {
    outside.answers.length = 0;
    await expect(getFrom(`${outside.url}/round`, options)).rejects.toMatchObject({ code: 'address' });
    expect(outside.answers).toHaveLength(REDIRECTS + 1);
    await expect(getFrom(`${outside.url}/odd`, options)).rejects.toMatchObject({ code: 'address' });
  });
});
