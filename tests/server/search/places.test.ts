import { describe, expect, it } from 'vitest';
import { place, PLACES_MAX } from '../../../contract/places.ts';
import { boundsOfParts } from '../../../server/places/countries.ts';
import { keyOf } from '../../../server/places/entry.ts';
import { findPlaces, placeOfArea } from '../../../server/places/find.ts';
import { gazetteer } from '../../../server/places/gazetteer.ts';
import { databaseServers, startServer } from '../support/harness.ts';
import { boxRing } from '../../fixtures/box.ts';

const find = async (text: string, language: 'en' | 'zh' = 'en') =>
  findPlaces(await gazetteer(), text, language, PLACES_MAX);

describe('a place search over an embedded gazetteer', () => {
  it('equally good matches are sorted: countries, regions, cities', async () => {
    const [first, second] = await find('singap');
    expect([first?.kind, second?.kind]).toEqual(['country', 'city']);
    expect(second?.country).toBe('Singapore');
  });

  it('an area is named by the place in it', async () => {
    const nameOf = async (bbox: [number, number, number, number], language: 'en' | 'zh' = 'en') =>
      placeOfArea(await gazetteer(), bbox, language)?.name ?? null;
    expect(await nameOf([103.72, 1.22, 103.94, 1.36])).toBe('Singapore');
    expect(await nameOf([103.7, 1.2, 104, 1.5])).toBe('Singapore');
    expect(await nameOf([103.62, 1.29, 103.65, 1.32])).toBe('Tuas');
    expect(await nameOf([103.62, 1.29, 103.65, 1.32], 'zh')).toBe('大士');
    // larger than any city: the largest city in it
    expect(await nameOf([101, 2.5, 102.4, 3.8])).toBe('Kuala Lumpur');
    expect(await nameOf([176, -19, -178, -17])).toBe('Suva');
    expect(await nameOf([-140, -40, -139.9, -39.9])).toBeNull();
  });

  it('regions are found by name, with their country', async () => {
    const [first] = await find('california');
    expect(first).toMatchObject({ kind: 'region', country: 'United States of America' });
    const [west, south, east, north] = first?.bbox ?? [0, 0, 0, 0];
    expect([west < -122, south < 34, east > -117, north > 40]).toEqual([true, true, true, true]);
  });

  it('accents, capitals and punctuation are ignored', async () => {
    expect((await find('sao paulo'))[0]?.name).toBe('São Paulo');
    expect((await find('ÎLE DE FRANCE'))[0]?.name).toBe('Île-de-France');
    expect(keyOf("Côte-d'Ivoire")).toBe('cote d ivoire');
  });

  it('countries are found by their Chinese names, and shown in Chinese', async () => {
    expect((await find('中国'))[0]?.kind).toBe('country');
    expect((await find('France', 'zh'))[0]?.name).toBe('法国');
    expect((await find('Lyon', 'zh'))[0]?.country).toBe('法国');
  });

  it('large cities are found by their Chinese names, and shown in Chinese', async () => {
    expect((await find('上海', 'zh'))[0]).toMatchObject({ kind: 'city', name: '上海', country: '中国' });
    expect((await find('东京'))[0]).toMatchObject({ kind: 'city', name: 'Tokyo' });
    expect((await find('Wien', 'zh')).map(({ name }) => name)).not.toContain('Vienna');
    // two cities of one name
    expect((await find('宿州', 'zh'))[0]?.region).toBe('安徽');
    expect((await find('苏州', 'zh'))[0]?.region).toBe('江苏');
    // a city without a Chinese name in the table
    expect((await find('Saidu Sharif', 'zh'))[0]?.name).toBe('Saidu Sharif');
  });

  it('of cities with the same name the largest comes first', async () => {
    const cities = (await find('london')).filter(({ kind }) => kind === 'city');
    expect(cities[0]?.country).toBe('United Kingdom');
  });

  it('districts, ports and airports are found, by their codes too', async () => {
    expect((await find('Tuas'))[0]).toMatchObject({ kind: 'district', name: 'Tuas', country: 'Singapore' });
    expect((await find('大士', 'zh'))[0]?.name).toBe('大士');
    expect((await find('Changi airport'))[0]).toMatchObject({
      kind: 'airport',
      name: 'Singapore Changi Airport (SIN)',
    });
    expect((await find('SIN'))[0]?.kind).toBe('airport');
    expect((await find('樟宜机场', 'zh'))[0]?.name).toBe('新加坡樟宜机场 (SIN)');
    expect((await find('port of rotterdam'))[0]).toMatchObject({ kind: 'port', country: 'Netherlands' });
    const [west, south, east, north] = (await find('Changi airport'))[0]!.bbox;
    expect([west < 103.99, south < 1.35, east > 103.99, north > 1.35]).toEqual([true, true, true, true]);
  });

  it('villages are found, and cities by their names in every script, with their country, state or postcode', async () => {
    const texts = [
      'Ghent',
      'Gent',
      'Gand',
      '根特',
      'Гент',
      'Ghent, Belgium',
      'Gent BE',
      '9000 Gent',
      'Ghent Belgium',
    ];
    for (const text of texts)
      expect([text, (await find(text))[0]]).toMatchObject([
        text,
        { kind: 'city', name: 'Gent', country: 'Belgium' },
      ]);
    expect((await find('Lochristi'))[0]).toMatchObject({ region: 'East Flanders', country: 'Belgium' });
    for (const text of ['Zhengzhou', '郑州', '郑州市', '河南郑州', '中国郑州', '中国河南省郑州市', '鄭州'])
      expect([text, (await find(text, 'zh'))[0]]).toMatchObject([
        text,
        { name: '郑州', region: '河南', country: '中国' },
      ]);
    expect((await find('Paris TX'))[0]).toMatchObject({ region: 'Texas', country: 'United States' });
    expect((await find('London, Ontario'))[0]?.country).toBe('Canada');
    expect((await find('Tatvan Turkey'))[0]?.name).toBe('Tatvan');
    expect((await find('Yamoussoukro, Ivory Coast'))[0]?.name).toBe('Yamoussoukro');
    // its own name before another one of a larger city
    expect((await find('Porto'))[0]?.country).toBe('Portugal');
    // the largest of them where a text says nothing more
    expect((await find('Saint-Jérôme'))[0]?.name).toBe((await find('St. Jerome'))[0]?.name);
  });

  it('of 150 large cities of another source 95 % come first, and 99 % are among the first five', async () => {
    const { cityMapping } = await import('city-timezones');
    const large = cityMapping.filter(({ pop }) => pop > 100_000);
    const some = large.filter((_, at) => at % Math.floor(large.length / 150) === 0).slice(0, 150);
    const ranks = await Promise.all(
      some.map(async ({ city, lat, lng }) =>
        (await find(city)).findIndex(({ bbox: [west, south, east, north] }) => {
          const right = ((west + east) / 2 - lng) * Math.cos((lat * Math.PI) / 180);
          return Math.hypot(right, (south + north) / 2 - lat) < 0.4;
        }),
      ),
    );
    const share = (most: number) => ranks.filter((rank) => rank >= 0 && rank < most).length / ranks.length;
    expect([share(1) >= 0.95, share(5) >= 0.99]).toEqual([true, true]);
  });

  it('typing errors are forgiven, in words long enough to tell apart', async () => {
    expect((await find('kuala lumpr'))[0]?.name).toBe('Kuala Lumpur');
    expect((await find('signapore'))[0]?.name).toBe('Singapore');
    expect((await find('chnagi airprot'))[0]?.name).toBe('Singapore Changi Airport (SIN)');
    expect(await find('xyz')).toEqual([]);
  });

  it('areas across 180° get their narrow bounding box', async () => {
    const [fiji] = await find('fiji');
    const [west, , east] = fiji?.bbox ?? [0, 0, 0, 0];
    expect((east - west + 360) % 360).toBeLessThan(10);
    const [zealand] = await find('new zealand');
    expect(zealand?.bbox[0]).toBeGreaterThan(160);
  });

  it('remote and small parts of a country do not extend its bounding box', async () => {
    const shown = boundsOfParts([
      boxRing(0, 40, 10, 50),
      boxRing(12, 40, 17, 45),
      boxRing(50, 40, 60, 50),
      boxRing(-3, 40, -2.5, 40.5),
    ]);
    expect(shown).toEqual([0, 40, 17, 50]);
    expect(boundsOfParts([])).toBeNull();
  });

  it('every place of the gazetteer is valid by the contract', async () => {
    const { entries, cities } = await gazetteer();
    expect(cities.count).toBeGreaterThan(199_000);
    const wrong: unknown[] = [];
    for (let at = 0; at < entries.length + cities.count; at++) {
      const { kind, name, region, country, bbox } = entries[at] ?? cities.entry(at - entries.length);
      const one = { kind, name: name.en, region: region?.en ?? null, country: country?.en ?? null, bbox };
      const [west, south, east, north] = bbox;
      const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90 && south < north;
      if (!isOnEarth || !place.safeParse(one).success) wrong.push(one);
    }
    expect(wrong).toEqual([]);
  });

  it('a text without a match finds nothing', async () => {
    expect(await find('xqzzy')).toEqual([]);
    expect(await find('...')).toEqual([]);
  });
});

describe.each(databaseServers)('GET /web/places ($name)', (server) => {
  it("the reply is in the caller's language with at most 8 places, and too short or too long texts are refused", async () => {
    const app = await startServer(server);
    try {
      const { token } = await app.signIn();
      const request = (q: string, language?: string) =>
        app.call('places', { query: { q } }, { token, ...(language === undefined ? {} : { language }) });
      expect((await request('san')).reply.data).toHaveLength(PLACES_MAX);
      expect((await request('Japan', 'zh')).reply.data?.[0]?.name).toBe('日本');
      for (const code of ['6PH57VP3+PR', '7VP3+PR Singapore', '48N UG 72021 42628', '48NUG7202142628']) {
        const [west, south, east, north] = (await request(code)).reply.data?.[0]?.bbox ?? [0, 0, 0, 0];
        expect([code, (west + east) / 2, (south + north) / 2]).toEqual([
          code,
          expect.closeTo(103.85, 1),
          expect.closeTo(1.29, 1),
        ]);
      }
      // neither a code nor a square of the grid
      expect((await request('33A XX 12')).reply.data).toEqual([]);
      expect((await request(' s ')).status).toBe(400);
      expect((await request('s'.repeat(65))).status).toBe(400);
    } finally {
      await app.close();
    }
  });
});
