import { describe, expect, it } from 'vitest';
import { place, PLACES_MAX } from '../../../contract/places.ts';
import { boundsOfParts } from '../../../server/places/countries.ts';
import { findPlaces, keyOf } from '../../../server/places/find.ts';
import { gazetteer } from '../../../server/places/gazetteer.ts';
import { databaseServers, startServer } from '../support/harness.ts';

const find = async (text: string, language: 'en' | 'zh' = 'en') =>
  findPlaces(await gazetteer(), text, language, PLACES_MAX);

describe('a place search over an embedded gazetteer (countries, regions, cities)', () => {
  it('finds countries before regions before cities that fit alike', async () => {
    const [first, second] = await find('singap');
    expect([first?.kind, second?.kind]).toEqual(['country', 'city']);
    expect(second?.country).toBe('Singapore');
  });

  it('finds regions by their names, and says where they are', async () => {
    const [first] = await find('california');
    expect(first).toMatchObject({ kind: 'region', country: 'United States of America' });
    const [west, south, east, north] = first?.bbox ?? [0, 0, 0, 0];
    expect([west < -122, south < 34, east > -117, north > 40]).toEqual([true, true, true, true]);
  });

  it('accents, capitals and marks make no difference', async () => {
    expect((await find('sao paulo'))[0]?.name).toBe('São Paulo');
    expect((await find('ÎLE DE FRANCE'))[0]?.name).toBe('Île-de-France');
    expect(keyOf("Côte-d'Ivoire")).toBe('cote d ivoire');
  });

  it('countries are known by their Chinese names, and named in them', async () => {
    expect((await find('中国'))[0]?.kind).toBe('country');
    expect((await find('France', 'zh'))[0]?.name).toBe('法国');
    expect((await find('Lyon', 'zh'))[0]?.country).toBe('法国');
  });

  it('of cities of one name the larger comes first', async () => {
    const cities = (await find('london')).filter(({ kind }) => kind === 'city');
    expect(cities[0]?.country).toBe('United Kingdom');
  });

  it('what lies across 180° is shown as what it is', async () => {
    const [fiji] = await find('fiji');
    const [west, , east] = fiji?.bbox ?? [0, 0, 0, 0];
    expect((east - west + 360) % 360).toBeLessThan(10);
    const [zealand] = await find('new zealand');
    expect(zealand?.bbox[0]).toBeGreaterThan(160);
  });

  it('far and small parts of a country do not decide what is shown of it', async () => {
    const box = (west: number, south: number, size: number) => [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ];
    const shown = boundsOfParts([box(0, 40, 10), box(12, 40, 5), box(50, 40, 10), box(-3, 40, 0.5)]);
    expect(shown).toEqual([0, 40, 17, 50]);
    expect(boundsOfParts([])).toBeNull();
  });

  it('every place of the gazetteer is one that the contract allows', async () => {
    const entries = await gazetteer();
    expect(entries.length).toBeGreaterThan(9_000);
    for (const { kind, name, region, country, bbox } of entries) {
      const read = place.parse({ kind, name: name.en, region, country: country?.en ?? null, bbox });
      const [west, south, east, north] = read.bbox;
      expect([west >= -180, east <= 180, south >= -90, north <= 90, south < north]).not.toContain(false);
    }
  });

  it('what fits nothing finds nothing', async () => {
    expect(await find('xqzzy')).toEqual([]);
    expect(await find('...')).toEqual([]);
  });
});

describe.each(databaseServers)('GET /web/places ($name)', (server) => {
  it('answers in the language of the one who asks, at most so many, and refuses texts that are too short or too long', async () => {
    const app = await startServer(server);
    try {
      const { token } = await app.signIn();
      const ask = (q: string, language?: string) =>
        app.call('places', { query: { q } }, { token, ...(language === undefined ? {} : { language }) });
      expect((await ask('san')).reply.data).toHaveLength(PLACES_MAX);
      expect((await ask('Japan', 'zh')).reply.data?.[0]?.name).toBe('日本');
      expect((await ask(' s ')).status).toBe(400);
      expect((await ask('s'.repeat(65))).status).toBe(400);
    } finally {
      await app.close();
    }
  });
});
