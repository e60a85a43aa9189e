import { describe, expect, it } from 'vitest';
import { googleTiles } from '../../../server/http/googleTiles.ts';
import { createLog } from '../../../server/base/log.ts';
import { testConfig } from '../support/harness.ts';
import { testClock } from '../support/clock.ts';

const log = createLog('silent');
const DAY_MS = 86_400_000;

/** Google's API: a two-week session, or the test's reply. */
function google(clock: { now(): Date }, answer?: () => Response) {
  const requests: string[] = [];
  const referers: (string | null)[] = [];
  const request: typeof fetch = async (address, init) => {
    referers.push(new Headers(init?.headers).get('referer'));
    requests.push(String(address instanceof Request ? address.url : address));
    const expiry = String(clock.now().getTime() / 1000 + 14 * 86_400);
    return answer?.() ?? Response.json({ session: `session${requests.length}`, expiry });
  };
  return { requests, referers, request };
}

describe('the GMAP base map (decision 24)', () => {
  it('without a key there are no tiles, and no request to Google', async () => {
    const clock = testClock();
    const { requests, request } = google(clock);
    expect((await googleTiles(testConfig('.'), clock, log, request)()).tiles).toEqual([]);
    expect(requests).toEqual([]);
  });

  it("the operator's own tile URLs are used unchanged", async () => {
    const clock = testClock();
    const GMAP_TILES = 'https://tiles.example/{z}/{x}/{y}';
    const config = testConfig('.', { GMAP_TILES, GMAP_KEY: 'key' });
    expect((await googleTiles(config, clock, log, google(clock).request)()).tiles).toEqual([GMAP_TILES]);
  });

  it('with a key one session is requested, and the next one before it expires', async () => {
    const clock = testClock();
    const { requests, request } = google(clock);
    const tiles = googleTiles(testConfig('.', { GMAP_KEY: 'a key' }), clock, log, request);
    const [first] = (await Promise.all([tiles(), tiles()])).map((source) => source.tiles[0]);
    expect(first).toBe('https://tile.googleapis.com/v1/2dtiles/{z}/{x}/{y}?session=session1&key=a%20key');
    expect(requests).toHaveLength(1);
    clock.advance(13 * DAY_MS - 1);
    expect((await tiles()).tiles[0]).toBe(first);
    clock.advance(1);
    expect((await tiles()).tiles[0]).toContain('session2');
  });

  it("a key that is bound to the site gets the site's origin as its Referer, and no path", async () => {
    const clock = testClock();
    const { referers, request } = google(clock);
    const settings = { GMAP_KEY: 'key', PUBLIC_URL: 'https://portal.example/maps' };
    await googleTiles(testConfig('.', settings), clock, log, request)();
    expect(referers).toEqual(['https://portal.example/']);
  });

  it('a session comes with the address of the attribution of a view', async () => {
    const clock = testClock();
    const tiles = googleTiles(testConfig('.', { GMAP_KEY: 'key' }), clock, log, google(clock).request);
    expect((await tiles()).attributionUrl).toBe(
      'https://tile.googleapis.com/tile/v1/viewport?session=session1&key=key&zoom={zoom}&north={north}&south={south}&east={east}&west={west}',
    );
  });

  it('a refusal is told with its status', async () => {
    const clock = testClock();
    const { request } = google(clock, () => Response.json({ error: { code: 403 } }, { status: 403 }));
    const source = await googleTiles(testConfig('.', { GMAP_KEY: 'key' }), clock, log, request)();
    expect(source).toMatchObject({ tiles: [], refusal: 403 });
  });

  it.each([
    ['an error', () => Response.json({ error: { code: 403 } }, { status: 403 })],
    ['no JSON', () => new Response('<html>')],
    [
      'no network',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
  ])('after %s there are no tiles, and the next request follows a minute later', async (_, answer) => {
    const clock = testClock();
    let isBroken = true;
    const { requests, request } = google(clock, () => {
      if (isBroken) return answer();
      return Response.json({ session: 'late', expiry: '99999999999' });
    });
    const tiles = googleTiles(testConfig('.', { GMAP_KEY: 'key' }), clock, log, request);
    expect((await tiles()).tiles).toEqual([]);
    await tiles();
    expect(requests).toHaveLength(1);
    isBroken = false;
    clock.advance(60_000);
    expect((await tiles()).tiles[0]).toContain('late');
  });
});
