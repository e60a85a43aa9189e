import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../../server/simulator/archive/random.ts';
import { databaseServers } from '../../support/harness.ts';
import { sceneOf, square } from '../../search/sceneFixtures.ts';
import { storeAll } from '../../search/storedScenes.ts';
import { linkOf, stacFor, type StacPage } from './stacServer.ts';

const COUNT = 300;
const random = randomOf('pages of Items');
/** Many scenes of one moment, and of a missing cloud cover. */
const sceneAt = (id: string) =>
  sceneOf(id, square(20 * random(), 20 * random(), 30 + random(), 30 + random()), {
    acquisitionDate: `2026-06-${String(10 + Math.floor(random() * 4))}T00:00:00Z`,
    cloudCover: random() < 0.3 ? null : Math.floor(random() * 4),
  });
const scenes = Array.from({ length: COUNT }, (_, i) => sceneAt(`P_${String(i).padStart(3, '0')}`));

describe.each(databaseServers)('pages of Items ($name)', (server) => {
  const app = stacFor(server, scenes);

  const pageAt = async (href: string): Promise<StacPage> => (await (await app.get(href)).json()) as StacPage;

  it.each([
    ['newest first', ''],
    ['by cloud cover, missing values last', '&sortby=-eo:cloud_cover,datetime'],
    ['of a place', '&bbox=0,0,25,25'],
    [
      'of a filter with a place under NOT',
      `&filter=${encodeURIComponent('NOT S_INTERSECTS(geometry, POINT(25 25)) OR gsd > 0')}`,
    ],
    [
      'of a relation',
      `&filter=${encodeURIComponent('S_WITHIN(geometry, POLYGON((-1 -1, 40 -1, 40 40, -1 40, -1 -1)))')}`,
    ],
  ])('next leads to each Item once while scenes are added, and prev back: %s', async (kind, query) => {
    const seen: string[] = [];
    const backwards: string[] = [];
    let page = await pageAt(`/stac/search?limit=37${query}`);
    const before = page.numberMatched!;
    for (let n = 0; ; n++) {
      seen.push(...page.features.map(({ id }) => id));
      const next = linkOf(page.links, 'next');
      if (!next) break;
      await storeAll(app.deps.db, [sceneAt(`NEW_${kind}_${n}`), sceneAt(`OLD_${kind}_${n}`)]);
      page = await pageAt(next.href);
    }
    expect(new Set(seen).size).toBe(seen.length);
    const original = (id: string) => id.startsWith('P_');
    expect(seen.filter(original).sort()).toEqual(scenes.map(({ facts }) => facts.productId));
    expect(page.numberMatched).toBeGreaterThan(before);
    for (;;) {
      backwards.unshift(...page.features.map(({ id }) => id));
      const prev = linkOf(page.links, 'prev');
      if (!prev) break;
      page = await pageAt(prev.href);
    }
    expect(new Set(backwards).size).toBe(backwards.length);
    expect(backwards.filter(original)).toEqual(seen.filter(original));
  });

  it('a body’s next link has the body of the next page', async () => {
    const seen: string[] = [];
    let body: Record<string, unknown> | undefined = {
      limit: 50,
      ids: scenes.slice(0, 120).map(({ facts }) => facts.productId),
    };
    while (body) {
      const page: StacPage = await app.page({ body });
      expect(page.numberMatched).toBe(120);
      seen.push(...page.features.map(({ id }) => id));
      const next = linkOf(page.links, 'next');
      expect(next?.method ?? 'POST').toBe('POST');
      body = next?.body;
    }
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
  });

  it('a token of another search is refused', async () => {
    const page = await pageAt('/stac/search?limit=1');
    const { href } = linkOf(page.links, 'next')!;
    expect((await app.get(`${href}&sortby=gsd`)).status).toBe(400);
  });
});
