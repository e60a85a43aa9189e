import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCENE_TABLE_TYPE, searchReply, type Scene, type SearchReply } from '../../../contract/search.ts';
import { scenesOfTable } from '../../../contract/calls/sceneTable.ts';
import { beginArchive } from '../../../server/simulator/archive/archive.ts';
import { isQuicklookSignature } from '../../../server/search/quicklooks/quicklookLink.ts';
import { databaseServers, serverFor } from '../support/harness.ts';

const DAY_MS = 86_400_000;

describe.each(databaseServers)('POST /api/soi/v1/search with scenes as a table ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    await beginArchive({ ...app.deps, config: { scenes: 2000, seed: 1 } });
    token = (await app.signIn()).token;
  });

  async function search(
    accept: string,
    encoding = 'identity',
  ): Promise<{ type: string | null; encoding: string | null; reply: SearchReply }> {
    const today = app.deps.clock.now();
    const answer = await app.request('/api/soi/v1/search', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept,
        'accept-encoding': encoding,
      },
      body: JSON.stringify({
        aoiWkt: 'POLYGON((98 -2,108 -2,108 7,98 7,98 -2))',
        acquisitionDateFrom: '2020-01-01',
        acquisitionDateTo: today.toISOString().slice(0, 10),
        maxCloudCover: 100,
        maxOffNadirAngle: 45,
        sensorType: 'SAR',
        satList: [],
      }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sent = answer.headers.get('content-encoding');
    const text = (sent === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    return {
      type: answer.headers.get('content-type'),
      encoding: sent,
      reply: searchReply.parse(JSON.parse(text)),
    };
  }
  const withoutLinks = (scenes: readonly Scene[]) =>
    scenes.map(({ properties: { quicklookUrl: _, ...facts }, ...scene }) => ({ ...scene, facts }));

  it('the table has the same scenes as the GeoJSON reply, which others still get', async () => {
    const plain = await search('application/json');
    const table = await search(`${SCENE_TABLE_TYPE}, application/json;q=0.9`);
    expect(plain.type).toMatch(/^application\/json/);
    expect(plain.reply.table).toBeUndefined();
    expect(table.type).toBe(SCENE_TABLE_TYPE);
    expect(table.reply.features).toBeUndefined();
    expect(table.reply.numberMatched).toBe(plain.reply.numberMatched);
    const features = plain.reply.features ?? [];
    expect(features.length).toBeGreaterThan(5);
    expect(withoutLinks(scenesOfTable(table.reply.table!))).toEqual(withoutLinks(features));
  });

  it('the table is the same compressed, and comes as it is to a client that takes no gzip', async () => {
    const zipped = await search(SCENE_TABLE_TYPE, 'gzip');
    const plain = await search(SCENE_TABLE_TYPE, 'gzip;q=0');
    expect([zipped.type, zipped.encoding]).toEqual([SCENE_TABLE_TYPE, 'gzip']);
    expect([plain.type, plain.encoding]).toEqual([SCENE_TABLE_TYPE, null]);
    expect(zipped.reply).toEqual(plain.reply);
  });

  it('its one key opens every quicklook for this day and two more, and nothing afterwards', async () => {
    const { reply } = await search(SCENE_TABLE_TYPE);
    const scenes = scenesOfTable(reply.table!);
    const { productId, quicklookUrl } = scenes[0]!.properties;
    expect((await app.request(`${quicklookUrl}&size=thumb`)).headers.get('content-type')).toBe('image/webp');
    expect((await app.request(`/web/quicklook/${productId}?k=${'A'.repeat(22)}`)).status).toBe(404);
    const key = new URL(quicklookUrl!, 'http://localhost').searchParams.get('k')!;
    const isValid = (days: number) =>
      isQuicklookSignature(
        app.deps.quicklookSecret,
        scenes[1]!.properties.productId,
        key,
        new Date(app.deps.clock.now().getTime() + days * DAY_MS),
      );
    expect([-1, 0, 1, 2, 3].map(isValid)).toEqual([false, true, true, true, false]);
  });
});
