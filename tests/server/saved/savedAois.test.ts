import { beforeAll, describe, expect, it } from 'vitest';
import { SAVED_AOIS_MAX } from '../../../server/saved/savedAois.calls.ts';
import { outlinedEarlier } from '../../../server/base/areas/areas.ts';
import { fillOutlines } from '../../../server/saved/outlines.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const HARBOUR = 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))';
const CROSSING = 'POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))';
/** A circle of 1° and 9,999 vertices, as the portal writes it. */
const LARGE = (() => {
  const at = (index: number) => {
    const angle = (2 * Math.PI * (index % 9_999)) / 9_999;
    return `${Number((40 + Math.cos(angle)).toFixed(7))} ${Number((10 + Math.sin(angle)).toFixed(7))}`;
  };
  return `POLYGON ((${Array.from({ length: 10_000 }, (_, index) => at(index)).join(', ')}))`;
})();
/** By GeographicLib, on the densified rings. */
const HARBOUR_KM2 = 553.769;
const CIRCLE_KM2 = 38_096.565;

describe.each(databaseServers)('§7 Saved items: AOIs ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    token = (await app.signIn()).token;
  });

  const save = (name: string, geom: string, by = token) =>
    app.call('saveAoi', { body: { name, geom } }, { token: by });
  const list = async (by = token) => (await app.call('savedAois', {}, { token: by })).reply.data ?? [];

  it('POST /web/useraoi/cm/save: body name, geom; GET /web/useraoi/view/list/all: data list, newest first', async () => {
    expect((await save(' Harbour ', HARBOUR)).reply).toEqual({ result: 1 });
    app.clock.advance(60_000);
    expect((await save('港口', HARBOUR)).reply.result).toBe(1);
    expect(await list()).toEqual([
      {
        id: expect.any(Number),
        name: '港口',
        geom: 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))',
        isOutline: false,
        areaKm2: expect.closeTo(HARBOUR_KM2, 2),
        ctime: '2026-11-20T08:01:00.000Z',
      },
      expect.objectContaining({ name: 'Harbour', ctime: '2026-11-20T08:00:00.000Z' }),
    ]);
  });

  it('a list has outlines of large areas; the call for one has the whole', async () => {
    const owner = (await app.signIn()).token;
    await save('Large', LARGE, owner);
    const [listed] = await list(owner);
    expect(listed).toMatchObject({ name: 'Large', isOutline: true, areaKm2: expect.closeTo(CIRCLE_KM2, 0) });
    expect(listed!.geom.length).toBeLessThan(1_000);
    const { reply } = await app.call('savedAoi', { params: { id: listed!.id } }, { token: owner });
    expect(reply.data).toMatchObject({ ...listed, isOutline: false, geom: LARGE });
  });

  it('areas that were saved before lists had outlines get theirs', async () => {
    const signedIn = await app.signIn();
    for (const geom of [CROSSING, HARBOUR, LARGE])
      await app.deps.db.pool.query(
        "insert into saved_aois (account_id, name, geom, created_at) values ($1, $2, $3, '2026-11-20T08:00:00Z')",
        [signedIn.id, 'Earlier', geom],
      );
    const before = await list(signedIn.token);
    expect(before.map(({ geom }) => geom)).toEqual([LARGE, HARBOUR, CROSSING]);
    await fillOutlines(app.deps.db.pool, 'saved_aois', 100, outlinedEarlier);
    const listed = await list(signedIn.token);
    expect(listed.map(({ isOutline, areaKm2 }) => [isOutline, Math.round(areaKm2 ?? 0)])).toEqual([
      [true, Math.round(CIRCLE_KM2)],
      [false, Math.round(HARBOUR_KM2)],
      // refused by the rules of today: it stays in the list, and stops no other
      [false, 0],
    ]);
    expect(listed[2]).toMatchObject({ geom: CROSSING, areaKm2: null });
    expect(listed[0]!.geom.length).toBeLessThan(1_000);
  });

  it('GET /web/useraoi/del/{id} deletes an AOI once', async () => {
    const [first] = await list();
    const remove = () => app.call('deleteAoi', { params: { id: first?.id ?? 0 } }, { token });
    expect((await remove()).reply).toEqual({ result: 1 });
    expect((await remove()).reply).toEqual(refusal('AOI not found'));
    expect((await list()).map(({ name }) => name)).toEqual(['Harbour']);
  });

  it.each([
    ['POLYGONX((0 0, 1 0, 1 1, 0 0))', 'The WKT format is incorrect!'],
    ['POINT (1 1)', /^Type incorrect\. The allowed type is:/],
    ['POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))', 'The outline crosses itself at 0.5 0.5.'],
    ['POLYGON ((0 0, 200 0, 200 91, 0 0))', 'Invalid latitude and longitude coordinates.'],
  ])('an invalid area is not saved: %s', async (geom, message) => {
    const { reply } = await save('Nowhere', geom);
    expect(reply.result).toBe(0);
    expect(reply.message).toMatch(message);
    expect((await list()).map(({ name }) => name)).not.toContain('Nowhere');
  });

  it('§3 Saved AOI: the name has at most 32 characters and is not empty', async () => {
    expect((await save('x'.repeat(33), HARBOUR)).status).toBe(400);
    expect((await save('   ', HARBOUR)).status).toBe(400);
    expect((await save('x'.repeat(32), HARBOUR)).reply.result).toBe(1);
  });

  it('saved AOIs belong to one account', async () => {
    const stranger = (await app.signIn()).token;
    expect(await list(stranger)).toEqual([]);
  });

  it('an account can save at most 1,000 AOIs', async () => {
    const { token: full, id } = await app.signIn();
    await app.deps.db.pool.query(
      `insert into saved_aois (account_id, name, geom, created_at)
       select $1, 'AOI ' || n, $2, '2026-11-20T08:00:00Z' from generate_series(1, $3) as n`,
      [id, HARBOUR, SAVED_AOIS_MAX],
    );
    const { reply } = await save('One more', HARBOUR, full);
    expect(reply.message).toBe('At most 1,000 AOIs can be saved. Delete some first.');
  });
});
