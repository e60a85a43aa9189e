import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEPTH_MAX, VERTICES_MAX } from '../../../../src/geo/read/limits.ts';
import { SQUARE, SQUARE_KML, SQUARE_TEXT, bytesOf, outcomeOf, polygonKml, readFile } from './files.ts';

const SQUARE_TUPLES = SQUARE.map((position) => position.join(',')).join(' ');
const HOLE =
  '<innerBoundaryIs><LinearRing><coordinates>103.4,1.4 103.6,1.4 103.6,1.6 103.4,1.4</coordinates></LinearRing></innerBoundaryIs>';
const HOLE_TEXT = '[[103.4,1.4],[103.6,1.4],[103.6,1.6],[103.4,1.4]]';
const polygon = (ring = SQUARE_TUPLES) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const placemark = (inner: string) => `<Placemark><name>x</name>${inner}</Placemark>`;
const kml = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml><Document>${inner}</Document></kml>\n`;
const fixture = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../../fixtures/geo/${name}`, import.meta.url)));

describe('§5 Geometry file upload: KML must be parsable into a search area', () => {
  it('a polygon is read with its holes', async () => {
    expect(await outcomeOf('a.kml', SQUARE_KML)).toBe(SQUARE_TEXT);
    expect(await outcomeOf('a.kml', polygonKml(SQUARE_TUPLES, HOLE + HOLE))).toBe(
      `Polygon [${JSON.stringify(SQUARE)},${HOLE_TEXT},${HOLE_TEXT}]`,
    );
  });

  it('a hole may come before the outer ring', async () => {
    const first = SQUARE_KML.replace('<outerBoundaryIs>', `${HOLE}<outerBoundaryIs>`);
    expect(await outcomeOf('a.kml', first)).toBe(`Polygon [${JSON.stringify(SQUARE)},${HOLE_TEXT}]`);
  });

  it('with a prefix before every name, and in nested folders', async () => {
    const prefixed = SQUARE_KML.replaceAll(/<(\/?)(\w)/g, '<$1kml:$2').replace('xmlns=', 'xmlns:kml=');
    expect(prefixed).toContain('<kml:Placemark>');
    expect(await outcomeOf('a.kml', prefixed)).toBe(SQUARE_TEXT);
    const nested = `${'<Folder>'.repeat(50)}${placemark(polygon())}${'</Folder>'.repeat(50)}`;
    expect(await outcomeOf('a.kml', kml(nested))).toBe(SQUARE_TEXT);
  });

  it('elements with a prefix that is declared at the root', async () => {
    const inner = polygon().replace(
      '<Polygon>',
      '<Polygon><gx:altitudeMode>clampToSeaFloor</gx:altitudeMode>',
    );
    const file = kml(placemark(inner)).replace('<kml>', '<kml xmlns:gx="http://www.google.com/kml/ext/2.2">');
    expect(await outcomeOf('a.kml', file)).toBe(SQUARE_TEXT);
  });

  it('a MultiGeometry of polygons is a MultiPolygon, also when it nests', async () => {
    const other = polygon('10,10 11,10 11,11 10,10');
    const multi = kml(
      placemark(`<MultiGeometry>${polygon()}<MultiGeometry>${other}</MultiGeometry></MultiGeometry>`),
    );
    expect(await outcomeOf('a.kml', multi)).toBe(
      `MultiPolygon [[${JSON.stringify(SQUARE)}],[[[10,10],[11,10],[11,11],[10,10]]]]`,
    );
  });

  it('a polygon within an element that KML doesn’t have is read, beside others and between attributes', async () => {
    const data = '<ExtendedData><Data name="n"><value>1</value></Data></ExtendedData>';
    for (const inner of [`<Wrap>${polygon()}</Wrap>`, `${data}<Wrap/>${polygon()}${data}`])
      expect(await outcomeOf('a.kml', kml(placemark(inner)))).toBe(SQUARE_TEXT);
    const both = `<Wrap>${polygon()}</Wrap>${data}<MultiGeometry>${polygon()}</MultiGeometry>`;
    expect(await outcomeOf('a.kml', kml(placemark(both)))).toBe(
      `MultiPolygon [[${JSON.stringify(SQUARE)}],[${JSON.stringify(SQUARE)}]]`,
    );
  });

  it('heights are dropped, with a note if there are any', async () => {
    const high = SQUARE.map((position) => [...position, 12.5].join(',')).join('\n\t');
    expect(await outcomeOf('a.kml', polygonKml(high))).toBe(SQUARE_TEXT);
    expect((await readFile('a.kml', polygonKml(high))).notes).toEqual([{ kind: 'heightsDropped' }]);
    const flat = SQUARE.map((position) => [...position, 0].join(',')).join(' ');
    expect((await readFile('a.kml', polygonKml(flat))).notes).toEqual([]);
  });

  it('rings of thousands of tuples are read as they are written, also two of the same polygon and one in pieces', async () => {
    const ring = (lon: number, lat: number, radius: number): number[][] => {
      const places = Array.from({ length: 2_000 }, (_, at) => {
        const angle = (at / 2_000) * 2 * Math.PI;
        const place = [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
        return place.map((value) => Math.round(value * 1e7) / 1e7);
      });
      return [...places, places[0]!];
    };
    const textOf = (places: number[][]) =>
      `\n  ${places.map((place) => [...place, 0].join(',')).join('\n ')}\n`;
    const [outer, hole, other] = [ring(103.8, 1.3, 0.4), ring(103.8, 1.3, 0.1), ring(104.8, 1.3, 0.1)];
    const holed = polygon(textOf(outer)).replace('</Polygon>', `${HOLE}</Polygon>`);
    const [before = '', after = ''] = holed.split(HOLE);
    const inner = HOLE.replace(
      /<coordinates>.*<\/coordinates>/,
      `<coordinates>${textOf(hole)}</coordinates>`,
    );
    expect(await outcomeOf('a.kml', kml(placemark(`${before}${inner}${HOLE}${after}`)))).toBe(
      `Polygon ${JSON.stringify([outer, hole, JSON.parse(HOLE_TEXT)])}`,
    );
    const inPieces = textOf(other).replaceAll('\n 104.8', '<!-- -->\n 104.8');
    const multi = `<MultiGeometry>${polygon(textOf(outer))}${polygon(inPieces)}${polygon()}</MultiGeometry>`;
    expect(inPieces).toContain('<!--');
    expect(await outcomeOf('a.kml', kml(placemark(multi)))).toBe(
      `MultiPolygon ${JSON.stringify([[outer], [other], [SQUARE]])}`,
    );
  });

  it('a long ring is the same with and without spaces around its commas, however its numbers are written', async () => {
    const number = fc.constantFrom('+1', '-.5', '5.', '1.25e1', '-0', '7E-3', '103.8198765');
    const gap = fc.constantFrom(' ', '\n', '\t ', '\r\n  ');
    const tuple = fc.tuple(fc.array(number, { minLength: 2, maxLength: 3 }), gap);
    await fc.assert(
      fc.asyncProperty(fc.array(tuple, { minLength: 4, maxLength: 8 }), gap, async (tuples, before) => {
        const ring = (comma: string) =>
          before +
          tuples
            .map(([numbers, after]) => numbers.join(comma) + after)
            .join('')
            .repeat(300);
        const [plain, spaced] = [ring(','), ring(' , ')].map((text) => readFile('a.kml', polygonKml(text)));
        expect(await plain).toEqual(await spaced);
      }),
      { numRuns: 30 },
    );
  });

  it('white space between tuples and around commas is read, whatever its length', async () => {
    const apart = SQUARE.map((position) => position.join(',')).join(' '.repeat(200_000));
    expect(await outcomeOf('a.kml', polygonKml(apart))).toBe(SQUARE_TEXT);
    const spaced = SQUARE.map((position) => [...position, 0].join(' , ')).join('\r\n');
    expect(
      await outcomeOf('a.kml', polygonKml(`${' '.repeat(500_000)}${spaced}${'\n'.repeat(500_000)}`)),
    ).toBe(SQUARE_TEXT);
  });

  it('points, lines, tracks and models are left out and counted', async () => {
    const others =
      '<Point><coordinates>1,1</coordinates></Point><LineString><coordinates>1,1 2,2</coordinates></LineString>';
    const beside = `${placemark(others.slice(0, 45))}${placemark(`<MultiGeometry>${others}${polygon()}</MultiGeometry>`)}${placemark('<gx:Track><gx:coord>1 1 0</gx:coord></gx:Track>')}`;
    const { geometry, notes } = await readFile('a.kml', kml(beside));
    expect(geometry.coordinates).toEqual([SQUARE]);
    expect(notes).toEqual([{ kind: 'othersLeftOut', count: 4 }]);
  });

  it('polygons in ExtendedData, descriptions and comments are ignored', async () => {
    const foreign = `<ExtendedData><gml:Polygon><gml:coordinates>9</gml:coordinates></gml:Polygon></ExtendedData><description><![CDATA[${polygon()}]]></description><!-- ${polygon()} -->`;
    expect(await outcomeOf('a.kml', kml(placemark(foreign + polygon())))).toBe(SQUARE_TEXT);
    expect(await outcomeOf('a.kml', kml(placemark(foreign)))).toBe('noArea');
  });

  it('coordinates may be in CDATA and between comments', async () => {
    const first = SQUARE_TUPLES.slice(0, 20);
    const rest = SQUARE_TUPLES.slice(20);
    expect(await outcomeOf('a.kml', kml(placemark(polygon(`${first}<!-- x --><![CDATA[${rest}]]>`))))).toBe(
      SQUARE_TEXT,
    );
  });

  it.each(['&#32;', '&#x20;', '&#9;', '&#xA;', '&#13;&#10;'])(
    'between coordinates may be %s',
    async (space) => {
      const tuples = SQUARE_TUPLES.trim().replaceAll(/\s+/g, space);
      expect(tuples).toContain(space);
      expect(await outcomeOf('a.kml', polygonKml(tuples))).toBe(SQUARE_TEXT);
    },
  );

  it('other references between coordinates are refused', async () => {
    for (const other of ['&amp;', '&nbsp;', '&#x110000;', '&#0;', '&'])
      expect(await outcomeOf('a.kml', polygonKml(SQUARE_TUPLES.replace(/\s/, other)))).toBe(
        'coordinatesInvalid',
      );
  });

  it('two features with polygons are refused with their number', async () => {
    const two = placemark(polygon()) + placemark('<Point/>') + placemark(polygon()) + placemark(polygon());
    expect(await outcomeOf('a.kml', kml(two))).toBe('singleFeature 3');
  });

  it('a KML without a polygon is refused', async () => {
    expect(await outcomeOf('a.kml', kml(''))).toBe('noArea');
    expect(await outcomeOf('a.kml', kml(placemark('<Point><coordinates>1,1</coordinates></Point>')))).toBe(
      'noArea',
    );
    expect(await outcomeOf('a.kml', '<html><body/></html>')).toBe('noArea');
  });

  it.each([
    ['polygon.kml', /^Polygon \[\[\[-122\.36/],
    ['styles.kml', /^Polygon \[\[\[20\.995/],
    ['timespan.kml', /^Polygon/],
    ['gxtrack.kml', /^noArea$/],
    ['bad.kml', /^coordinatesInvalid$/],
  ])('%s of a real program', async (name, outcome) => {
    expect(await outcomeOf(name, fixture(name))).toMatch(outcome);
  });
});

describe('Encodings', () => {
  const utf16 = (text: string, bigEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(2 * text.length));
    for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), !bigEndian);
    return new Uint8Array(view.buffer);
  };

  it.each([false, true])('UTF-16, with and without a byte order mark, big-endian: %s', async (bigEndian) => {
    expect(await outcomeOf('a.kml', utf16(SQUARE_KML, bigEndian))).toBe(SQUARE_TEXT);
    expect(await outcomeOf('a.kml', utf16(`\ufeff${SQUARE_KML}`, bigEndian))).toBe(SQUARE_TEXT);
  });

  it('UTF-8 with a byte order mark, and encodings that are declared wrongly', async () => {
    expect(await outcomeOf('a.kml', `\ufeff${SQUARE_KML}`)).toBe(SQUARE_TEXT);
    for (const label of ['utf-16', 'gb2312', 'iso-8859-1', 'no-such-encoding'])
      expect(await outcomeOf('a.kml', `<?xml version="1.0" encoding="${label}"?>${SQUARE_KML}`)).toBe(
        SQUARE_TEXT,
      );
  });

  it('names in GBK or Latin-1, declared or not, don’t change the geometry', async () => {
    // 朶 is 96 5C in GBK: its second byte is a backslash
    const name = Uint8Array.from([0x96, 0x5c, 0xe9, 0x20]);
    const [before = '', after = ''] = SQUARE_KML.split('<Placemark>');
    for (const head of ['', '<?xml version="1.0" encoding="GBK"?>']) {
      const bytes = [...bytesOf(`${head}${before}<Placemark><name>`), ...name, ...bytesOf(`</name>${after}`)];
      expect(await outcomeOf('a.kml', Uint8Array.from(bytes))).toBe(SQUARE_TEXT);
    }
  });
});

describe('Hostile and broken KML ends in a message', () => {
  const entities = '<!DOCTYPE kml [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';

  it.each([
    ['a DOCTYPE with entities', `${entities}${SQUARE_KML}`, 'doctype'],
    ['a DOCTYPE alone', `<?xml version="1.0"?><!DOCTYPE kml>${SQUARE_KML}`, SQUARE_TEXT],
    ['a doctype in small letters', `<!doctype html>${SQUARE_KML}`, SQUARE_TEXT],
    ['a DOCTYPE after the root', `${SQUARE_KML}<!DOCTYPE kml>`, 'doctype'],
    [
      'a link to elsewhere',
      '<kml><NetworkLink><Link><href>https://a.example/b.kml</href></Link></NetworkLink></kml>',
      'linkOnly https://a.example/b.kml',
    ],
    ['an entity as a coordinate', polygonKml('1,1 &x; 2,2 1,1'), 'coordinatesInvalid'],
    ['nothing', '', 'empty'],
    ['no XML', 'hello', 'unreadable'],
    ['white space', '  \n ', 'unreadable'],
    ['text behind the end', `${SQUARE_KML}x`, 'unreadable'],
    ['two roots', `${SQUARE_KML}${SQUARE_KML}`, 'unreadable'],
    ['tags that cross', '<kml><a><b></a></b></kml>', 'unreadable'],
    ['an end without a beginning', '</kml>', 'unreadable'],
    ['an attribute without quotes', '<kml a=1></kml>', 'unreadable'],
    ['a comment without end', '<kml><!-- </kml>', 'unreadable'],
    ['CDATA without end', '<kml><![CDATA[ </kml>', 'unreadable'],
    ['a polygon without outer ring', kml(placemark('<Polygon/>')), 'tooFewPoints 1'],
    [
      'a polygon of two outer rings',
      kml(placemark(polygon().replace('</Polygon>', polygon().slice(9)))),
      'unreadable',
    ],
    ['a NaN', polygonKml('NaN,1 2,2 3,1'), 'coordinatesInvalid'],
    ['an infinite coordinate', polygonKml('1e999,1 2,2 3,1'), 'coordinatesInvalid'],
    ['Infinity', polygonKml('Infinity,1 2,2 3,1'), 'coordinatesInvalid'],
    ['a hexadecimal number', polygonKml('0x10,1 2,2 3,1'), 'coordinatesInvalid'],
    ['a lone number', polygonKml('1 2,2 3,1'), 'coordinatesInvalid'],
    ['four numbers', polygonKml('1,1,0,0 2,2 3,1'), 'coordinatesInvalid'],
    ['an empty number', polygonKml('1,,0 2,2 3,1'), 'coordinatesInvalid'],
  ])('%s', async (_name, text, message) => {
    expect(await outcomeOf('a.kml', text)).toBe(message);
  });

  it('elements nested a million deep', async () => {
    expect(await outcomeOf('a.kml', '<a>'.repeat(1_000_000))).toBe(`tooDeep ${DEPTH_MAX}`);
  });

  it('a million attributes, and a name a million long', async () => {
    expect(await outcomeOf('a.kml', `<kml${' a="b"'.repeat(1_000_000)}/>`)).toBe('noArea');
    expect(await outcomeOf('a.kml', `<${'a'.repeat(1_000_000)}`)).toBe('unreadable');
    expect(await outcomeOf('a.kml', `<kml${' '.repeat(1_000_000)}`)).toBe('unreadable');
  });

  it('a truncated file is never read in part', async () => {
    for (let length = 1; length < SQUARE_KML.length; length++)
      expect(await outcomeOf('a.kml', SQUARE_KML.slice(0, length))).toBe('unreadable');
  });

  it('more positions than can be simplified in time are refused by counting them', async () => {
    for (const tuple of ['1,2', '1,2,0', '1 , 2', '1, 2 ,0'])
      expect(await outcomeOf('a.kml', polygonKml(`${tuple}\n`.repeat(VERTICES_MAX + 1)))).toBe(
        `tooManyVertices ${VERTICES_MAX + 1} 10000`,
      );
  });

  it('an endless number, and numbers that don’t form tuples, are refused at once', async () => {
    for (const text of ['1'.repeat(1_000_000), '1 , '.repeat(300_000), `${'1,'.repeat(300_000)}1`])
      expect(await outcomeOf('a.kml', polygonKml(text))).toBe('coordinatesInvalid');
  });

  it('open rings and rings of few points are read unchanged, for checkArea', async () => {
    expect(await outcomeOf('a.kml', polygonKml('1,1 2,2'))).toBe('Polygon [[[1,1],[2,2]]]');
  });

  it('any combination of pieces of KML ends in an area or a message', async () => {
    const piece = fc.constantFrom(
      '<kml>', '</kml>', '<Placemark>', '</Placemark>', '<Polygon>', '</Polygon>', '<outerBoundaryIs>', '</outerBoundaryIs>', '<LinearRing>', '</LinearRing>', '<coordinates>', '</coordinates>', '1,1 ', '2,2 ', '<Point/>', '<ExtendedData>', '</ExtendedData>', '<Polygon/>', '<coordinates/>', '<![CDATA[', ']]>', '&', '<', '>', '"', '\0',
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        expect(await outcomeOf('a.kml', pieces.join(''))).toMatch(/^\w+/);
      }),
      { numRuns: 3000 },
    );
  });
});
