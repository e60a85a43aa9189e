import { beforeAll, describe, expect, it } from 'vitest';
import { BODY_MAX_BYTES } from '../../../contract/limits.ts';
import type { SearchDump } from '../../../contract/saved.ts';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import { createApp } from '../../../server/http/app.ts';
import { quicklookLink } from '../../../server/search/quicklooks/quicklookLink.ts';
import { RESULT_STATUS_MAX, SAVED_SEARCHES_MAX } from '../../../server/saved/savedSearches.calls.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

const AOI = 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))';
const CONDITION: SearchCondition = {
  aoiWkt: AOI,
  acquisitionDateFrom: '2026-01-01',
  acquisitionDateTo: '2026-12-31',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: [],
  gsd: 1,
};
const FOOTPRINT = square(103.6, 1.1, 104.1, 1.6);
const CAP = 3_000;

describe.each(databaseServers)('§7 Saved items: searches ($name)', (server) => {
  const app = serverFor(server, { SEARCH_CAP: String(CAP) });
  let token: string;
  beforeAll(async () => {
    await storeAll(app.deps.db, [
      sceneOf('ALPHA', FOOTPRINT),
      sceneOf('BETA', FOOTPRINT, { acquisitionDate: '2026-06-14T03:22:05Z', cloudCover: 7 }),
    ]);
    token = (await app.signIn()).token;
  });

  const found = async (): Promise<{ features: Scene[]; numberMatched: number }> => {
    const { reply } = await app.call('searchScenes', { body: CONDITION }, { token });
    return { features: reply.features ?? [], numberMatched: reply.numberMatched ?? 0 };
  };
  const dumpOf = (result: { id: string }[], resultStatus: SearchDump['resultStatus'] = {}) => ({
    condition: CONDITION,
    result,
    resultStatus,
  });
  const save = (dumpJson: ReturnType<typeof dumpOf>, name = 'Harbour', by = token) =>
    app.call('saveSearch', { body: { name, aoiGeom: AOI, dumpJson } }, { token: by });
  const list = async (by = token) => (await app.call('savedSearches', {}, { token: by })).reply.data ?? [];
  const read = async (id: number, by = token) =>
    (await app.call('savedSearch', { params: { id } }, { token: by })).reply;

  it('decision 8: condition, result and resultStatus are saved and restored unchanged', async () => {
    const { features, numberMatched } = await found();
    expect(features.map((scene) => scene.id)).toEqual(['ALPHA', 'BETA']);
    const status = { numberMatched, searchedAt: '2026-11-20T08:00:00Z', sort: { by: 'date' } };
    const { reply } = await save(dumpOf(features, status), ' Harbour ');
    expect(reply).toEqual({
      result: 1,
      data: { id: expect.any(Number), skey: expect.stringMatching(/^[\w-]{22}$/) },
    });
    const restored = (await read(reply.data!.id)).data?.dumpJson;
    expect(restored?.condition).toMatchObject({ ...CONDITION, aoiWkt: expect.stringMatching(/^POLYGON/) });
    expect(restored?.result).toEqual(features);
    expect(restored?.resultStatus).toEqual(status);
  });

  it('§3 Saved search record: id, name, ctime, aoiGeom, skey; newest first, each with its own key', async () => {
    app.clock.advance(60_000);
    await save(dumpOf([]), '港口');
    const [newest, oldest] = await list();
    expect(newest).toEqual({
      id: expect.any(Number),
      name: '港口',
      ctime: '2026-11-20T08:01:00.000Z',
      aoiGeom: expect.stringMatching(/^POLYGON/),
      isOutline: false,
      areaKm2: expect.any(Number),
      skey: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(oldest).toMatchObject({ name: 'Harbour', ctime: '2026-11-20T08:00:00.000Z' });
    expect(newest?.skey).not.toBe(oldest?.skey);
  });

  it('a saved result stays unchanged when the archive changes', async () => {
    const { reply } = await save(dumpOf([{ id: 'BETA' }]));
    await storeAll(app.deps.db, [sceneOf('BETA', FOOTPRINT, { cloudCover: 99 })]);
    const dump = (await read(reply.data!.id)).data?.dumpJson;
    expect(dump?.result[0]?.properties.cloudCover).toBe(7);
  });

  it("scene values forged by a client are not saved: the archive's are", async () => {
    const forged = {
      id: 'ALPHA',
      type: 'Feature',
      properties: { cloudCover: 0, quicklookUrl: 'https://evil.example' },
    };
    const { reply } = await save(dumpOf([forged, { id: 'ALPHA' }]));
    const result = (await read(reply.data!.id)).data?.dumpJson.result ?? [];
    expect(result).toHaveLength(1);
    expect(result[0]?.properties).toMatchObject({
      cloudCover: 3,
      quicklookUrl: expect.stringMatching(/^\/web\/quicklook\/ALPHA\?k=/),
    });
  });

  it('a product that is not in the archive is refused', async () => {
    const { reply } = await save(dumpOf([{ id: 'ALPHA' }, { id: 'NOWHERE' }]));
    expect(reply).toEqual(refusal('These products are not in the archive: NOWHERE'));
  });

  it('quicklook URLs are signed when a search is opened, not stored', async () => {
    const { reply } = await save(dumpOf([{ id: 'ALPHA' }]));
    const linkOf = async (secret: string) => {
      const answer = await createApp({ ...app.deps, quicklookSecret: secret }).request(
        `/web/usersearchrecord/view/one/${reply.data!.id}`,
        { headers: { authorization: `Bearer ${token}` } },
        {},
      );
      const { data } = (await answer.json()) as { data: { dumpJson: SearchDump } };
      return data.dumpJson.result[0]?.properties.quicklookUrl;
    };
    expect(await linkOf('one secret')).toBe(quicklookLink('one secret', 'ALPHA'));
    expect(await linkOf('another')).toBe(quicklookLink('another', 'ALPHA'));
  });

  it('GET /web/usersearchrecord/del/{id} deletes a search once', async () => {
    const { reply } = await save(dumpOf([]), 'Soon gone');
    const remove = () => app.call('deleteSearch', { params: { id: reply.data!.id } }, { token });
    expect((await remove()).reply).toEqual({ result: 1 });
    expect((await remove()).reply).toEqual(refusal('Saved search not found.'));
    expect(await read(reply.data!.id)).toEqual(refusal('Saved search not found.'));
    expect((await list()).map((row) => row.name)).not.toContain('Soon gone');
  });

  it.each([
    ['POLYGONX((0 0, 1 0, 1 1, 0 0))', 'The WKT format is incorrect!'],
    ['POINT (1 1)', /^Type incorrect\. The allowed type is:/],
    ['POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))', 'The outline crosses itself at 0.5 0.5.'],
  ])('an invalid AOI is not saved: %s', async (wkt, message) => {
    const body = { name: 'Nowhere', aoiGeom: wkt, dumpJson: dumpOf([]) };
    const { reply } = await app.call('saveSearch', { body }, { token });
    expect(reply.result).toBe(0);
    expect(reply.message).toMatch(message);
    const condition = { ...CONDITION, aoiWkt: wkt };
    const inner = { name: 'Nowhere', aoiGeom: AOI, dumpJson: { ...dumpOf([]), condition } };
    expect((await app.call('saveSearch', { body: inner }, { token })).reply.message).toMatch(message);
    expect((await list()).map((row) => row.name)).not.toContain('Nowhere');
  });

  it('a name has 1 to 32 characters', async () => {
    expect((await save(dumpOf([]), 'x'.repeat(33))).status).toBe(400);
    expect((await save(dumpOf([]), '   ')).status).toBe(400);
    expect((await save(dumpOf([]), 'x'.repeat(32))).reply.result).toBe(1);
  });

  it('a complete result of a search can be saved, although other calls accept less', async () => {
    const many = Array.from({ length: CAP }, (_, n) => sceneOf(`MANY_${n}`, square(10, 10, 11, 11)));
    await storeAll(app.deps.db, many);
    const whole = many.map(({ facts, geometry }) => ({
      type: 'Feature',
      id: facts.productId,
      geometry,
      properties: { ...facts, quicklookUrl: `/web/quicklook/${facts.productId}?k=${'x'.repeat(300)}` },
    }));
    const body = JSON.stringify({ name: 'Many', aoiGeom: AOI, dumpJson: dumpOf(whole) });
    expect(body.length).toBeGreaterThan(BODY_MAX_BYTES);
    const init = {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-length': String(body.length) },
    };
    const saved = await app.request('/web/usersearchrecord/cm/save', init);
    const reply = (await saved.json()) as { result: number; data: { id: number } };
    expect(reply.result).toBe(1);
    const dump = (await read(reply.data.id)).data?.dumpJson;
    expect(dump?.result.map((scene) => scene.id)).toEqual(whole.map((scene) => scene.id));
    expect((await app.request('/web/useraoi/cm/save', init)).status).toBe(413);
  });

  it("more scenes than a search returns are refused: 'Too many items in the current list. …'", async () => {
    const result = Array.from({ length: CAP + 1 }, (_, n) => ({ id: `MANY_${n}` }));
    expect((await save(dumpOf(result))).reply).toEqual(
      refusal('Too many items in the current list. Unable to load all at once.'),
    );
  });

  it('the depth of a request is limited, wherever it is nested', async () => {
    const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
    const send = async (resultStatus: string, note = '') => {
      const whole = JSON.stringify({ name: `Deep${note}`, aoiGeom: AOI, dumpJson: dumpOf([]) });
      const answer = await app.request('/web/usersearchrecord/cm/save', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: whole.replace('"resultStatus":{}', `"resultStatus":{"deep":${resultStatus}}`),
      });
      return { status: answer.status, reply: (await answer.json()) as unknown };
    };
    // the request, dumpJson and resultStatus are levels too
    expect(await send(nested(60))).toMatchObject({ status: 200, reply: { result: 1 } });
    const refused = { status: 400, reply: refusal('The request is nested more than 64 levels deep.') };
    expect(await send(nested(62))).toEqual(refused);
    expect(await send(nested(10_000))).toEqual(refused);
    expect(await send('['.repeat(500_000))).toEqual(refused);
    // brackets in a text are no levels
    expect(await send(JSON.stringify(`\\"${'['.repeat(100)}`), '2')).toMatchObject({ status: 200 });
  });

  it('the size of resultStatus is limited', async () => {
    const answer = await save(dumpOf([], { note: 'x'.repeat(RESULT_STATUS_MAX) }));
    expect(answer.status).toBe(400);
    expect(answer.reply.message).toBe('The request is not valid: dumpJson.resultStatus.');
  });

  it('a search with more scenes than any reply has is refused, also if they are the same', async () => {
    const answer = await save(
      dumpOf(
        Array.from({ length: 100_001 }, () => ({ id: 'S' })),
        {},
      ),
    );
    expect(answer.status).toBe(400);
    expect(answer.reply.message).toBe('The request is not valid: dumpJson.result.');
  });

  it('an account can save at most 500 searches, even with concurrent requests', async () => {
    const { token: full, id } = await app.signIn();
    await app.deps.db.pool.query(
      `insert into saved_searches (account_id, name, aoi_geom, skey, skey_hash, dump, created_at)
       select $1, 'Search ' || n, $2, n::text, sha256(('k' || n)::bytea), ''::bytea, now()
       from generate_series(1, $3) as n`,
      [id, AOI, SAVED_SEARCHES_MAX - 1],
    );
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => save(dumpOf([]), name, full)));
    expect(answers.filter(({ reply }) => reply.result === 1)).toHaveLength(1);
    const refused = answers.find(({ reply }) => reply.result !== 1);
    expect(refused?.reply.message).toBe('At most 500 searches can be saved. Delete some first.');
  });
});
