import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../../server/base/limits.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

let day = 0;

describe.each(databaseServers)('decision 9: sharing a search ($name)', (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on' });
  let token: string;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    token = (await app.signIn()).token;
  });
  // each test starts a new window
  beforeEach(() => app.clock.set(new Date(Date.UTC(2026, 10, 20, ++day)).toISOString()));

  async function saved(): Promise<{ id: number; skey: string }> {
    const { reply } = await app.call('saveSearch', samples.saveSearch, { token });
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  }
  const open = (skey: string, client = '192.0.2.1') =>
    app.call('sharedSearch', { params: { skey } }, { client });
  const UNKNOWN = refusal('The shared search may have been deleted. Ask the sender for a new link.');

  it('a shared search is served to anyone with the key: AOI, condition, results', async () => {
    const { skey } = await saved();
    const { reply } = await open(skey);
    expect(reply.data).toMatchObject({
      name: 'Harbour',
      ctime: app.clock.now().toISOString(),
      aoiGeom: expect.stringMatching(/^POLYGON/),
      aoi: { type: 'Polygon' },
      dumpJson: { condition: { maxCloudCover: 100 }, resultStatus: { numberMatched: 1 } },
    });
    expect(reply.data?.dumpJson.result.map((scene) => scene.id)).toEqual(['ALPHA']);
    expect(JSON.stringify(reply)).not.toContain('@example.com');
  });

  it('visitors see the quicklooks', async () => {
    const { skey } = await saved();
    const scene = (await open(skey)).reply.data?.dumpJson.result[0];
    const picture = await app.request(`${scene?.properties.quicklookUrl}&size=thumb`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/webp');
  });

  it('deleting the record disables the link', async () => {
    const { id, skey } = await saved();
    await app.call('deleteSearch', { params: { id } }, { token });
    expect((await open(skey)).reply).toEqual(UNKNOWN);
  });

  it('a wrong key opens nothing, even if only its last character differs', async () => {
    const { skey } = await saved();
    const wrong = skey.slice(0, -1) + (skey.endsWith('A') ? 'Q' : 'A');
    expect((await open(wrong)).reply).toEqual(UNKNOWN);
    expect((await open(`${skey}A`)).reply).toEqual(UNKNOWN);
    expect((await open(skey.toUpperCase() === skey ? skey.toLowerCase() : skey.toUpperCase())).reply).toEqual(
      UNKNOWN,
    );
    expect((await open(skey.slice(0, 12))).status).toBe(400);
  });

  it('a share link is hidden from search engines and other sites', async () => {
    const { skey } = await saved();
    for (const address of [`/web/usersearchrecord/view/share/${skey}`, `/?skey=${skey}`]) {
      const { headers } = await app.request(address);
      expect(headers.get('x-robots-tag'), address).toBe('noindex, nofollow');
      expect(headers.get('referrer-policy'), address).toBe('strict-origin');
    }
    const call = await app.request(`/web/usersearchrecord/view/share/${skey}`);
    expect(call.headers.get('cache-control')).toBe('no-store');
    expect((await app.request('/')).headers.get('x-robots-tag')).toBeNull();
    expect(app.logged.join()).not.toContain(skey);
  });

  it('a client that tries many keys is blocked, and others are not', async () => {
    const { skey } = await saved();
    const { uses } = RATE_LIMITS.shareClient;
    for (let n = 0; n < uses; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, k) => open(`guess-of-a-key-${n + k}`.padEnd(22, '_'), '192.0.2.66')),
      );
    const stopped = await open(skey, '192.0.2.66');
    expect(stopped).toEqual({
      status: 429,
      reply: refusal('Too many attempts. Try again in 15 minutes.'),
    });
    expect((await open(skey, '192.0.2.67')).reply.result).toBe(1);
    app.clock.advance(RATE_LIMITS.shareClient.windowMs);
    expect((await open(skey, '192.0.2.66')).reply.result).toBe(1);
  });
});
