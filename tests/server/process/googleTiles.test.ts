import { describe, expect, it } from 'vitest';
import { googleTiles } from '../../../server/settings/googleTiles.ts';
import { createLog } from '../../../server/process/log.ts';
import { testClock, testConfig } from '../support/harness.ts';

const log = createLog('silent');
const DAY_MS = 86_400_000;

/** Google as it answers: a session for two weeks, or what the test says. */
function google(clock: { now(): Date }, answer?: () => Response) {
  const asked: string[] = [];
  const request: typeof fetch = async (address) => {
    asked.push(String(address instanceof Request ? address.url : address));
    const expiry = String(clock.now().getTime() / 1000 + 14 * 86_400);
    return answer?.() ?? Response.json({ session: `session${asked.length}`, expiry });
  };
  return { asked, request };
}

describe('the GMAP base map (decision 24)', () => {
  it('has no tiles without a key, and asks nobody', async () => {
    const clock = testClock();
    const { asked, request } = google(clock);
    expect((await googleTiles(testConfig('.'), clock, log, request)()).tiles).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('takes tile addresses of the operator as they are', async () => {
    const clock = testClock();
    const GMAP_TILES = 'https://tiles.example/{z}/{x}/{y}';
    const config = testConfig('.', { GMAP_TILES, GMAP_KEY: 'key' });
    expect((await googleTiles(config, clock, log, google(clock).request)()).tiles).toEqual([GMAP_TILES]);
  });

  it('with a key asks for one session, and for another one before it ends', async () => {
    const clock = testClock();
    const { asked, request } = google(clock);
    const tiles = googleTiles(testConfig('.', { GMAP_KEY: 'a key' }), clock, log, request);
    const [first] = (await Promise.all([tiles(), tiles()])).map((source) => source.tiles[0]);
    expect(first).toBe('https://tile.googleapis.com/v1/2dtiles/{z}/{x}/{y}?session=session1&key=a%20key');
    expect(asked).toHaveLength(1);
    clock.advance(13 * DAY_MS - 1);
    expect((await tiles()).tiles[0]).toBe(first);
    clock.advance(1);
    expect((await tiles()).tiles[0]).toContain('session2');
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
  ])('has no tiles after %s, and asks again after a minute', async (_, answer) => {
    const clock = testClock();
    let isBroken = true;
    const { asked, request } = google(clock, () => {
      if (isBroken) return answer();
      return Response.json({ session: 'late', expiry: '99999999999' });
    });
    const tiles = googleTiles(testConfig('.', { GMAP_KEY: 'key' }), clock, log, request);
    expect((await tiles()).tiles).toEqual([]);
    await tiles();
    expect(asked).toHaveLength(1);
    isBroken = false;
    clock.advance(60_000);
    expect((await tiles()).tiles[0]).toContain('late');
  });
});
