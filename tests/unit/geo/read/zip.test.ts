import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import {
  ENTRIES_MAX,
  FILE_BYTES_MAX,
  FILE_MIB_MAX,
  INFLATE_STEP_BYTES,
} from '../../../../src/geo/read/limits.ts';
import { entriesOf, readEntry } from '../../../../src/geo/read/zip/zip.ts';
import {
  SHP_TEXT,
  SQUARE,
  SQUARE_KML,
  SQUARE_TEXT,
  bytesOf,
  outcomeOf,
  readFile,
  shpOf,
  zipOf,
} from './files.ts';

const SHP = shpOf([{ parts: [SQUARE] }]);
const shp = (claims = {}) => ({ name: 'a.shp', content: SHP, claims });
const fixture = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../../fixtures/geo/${name}`, import.meta.url)));
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** Deflate's maximum expansion (zlib's technical details), the upper bound for one step. */
const GROWTH_MAX = 1032;

describe('§5 Geometry file upload: a zip must contain a .shp file (case-insensitive)', () => {
  it('a .shp is read deflated or stored, in a folder, with a name in capitals', async () => {
    expect(await outcomeOf('a.zip', zipOf([shp()]))).toBe(SHP_TEXT);
    const others = { name: 'A.DBF', content: 'xyz' };
    expect(await outcomeOf('a.ZIP', zipOf([others, { name: 'x/y/A.SHP', content: SHP, stored: true }]))).toBe(
      SHP_TEXT,
    );
  });

  it('as JSZip writes it, also as a stream whose local headers have no sizes', async () => {
    for (const streamFiles of [false, true]) {
      const zip = new JSZip().file('a.shx', 'x').file('folder/a.shp', SHP);
      const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE', streamFiles });
      expect(await outcomeOf('a.zip', bytes)).toBe(SHP_TEXT);
    }
  });

  it('as a zip64', async () => {
    expect(await outcomeOf('a.zip', zipOf([{ ...shp(), zip64: true }]))).toBe(SHP_TEXT);
  });

  /** The same archive with the records of a zip64 (APPNOTE.TXT 4.3.14, 4.3.15). */
  const asZip64 = (archive: Uint8Array) => {
    const end = new DataView(archive.buffer, archive.length - 22);
    const [files, bytes, from] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
    const more = new DataView(new ArrayBuffer(76));
    more.setUint32(0, 0x06064b50, true);
    more.setBigUint64(32, BigInt(files), true);
    more.setBigUint64(40, BigInt(bytes), true);
    more.setBigUint64(48, BigInt(from), true);
    more.setUint32(56, 0x07064b50, true);
    more.setBigUint64(64, BigInt(archive.length - 22), true);
    const [head, tail] = [archive.slice(0, -22), archive.slice(-22)];
    return Uint8Array.from([...head, ...new Uint8Array(more.buffer), ...tail]);
  };

  it('with bytes before it, which its offsets count or not, and after it', async () => {
    const archive = zipOf([{ name: 'a.dbf', content: 'x' }, shp()]);
    const before = bytesOf('#!/bin/sh\nexit\n');
    const after = bytesOf('signature PK\u0005\u0006');
    for (const one of [archive, asZip64(archive)]) {
      expect(await outcomeOf('a.zip', one)).toBe(SHP_TEXT);
      expect(await outcomeOf('a.zip', Uint8Array.from([...before, ...one]))).toBe(SHP_TEXT);
      expect(await outcomeOf('a.zip', Uint8Array.from([...one, ...after]))).toBe(SHP_TEXT);
      expect(await outcomeOf('a.zip', Uint8Array.from([...before, ...one, ...after]))).toBe(SHP_TEXT);
    }
    const kmz = Uint8Array.from([...before, ...zipOf([{ name: 'doc.kml', content: SQUARE_KML }]), ...after]);
    expect(await outcomeOf('a.kmz', kmz)).toBe(SQUARE_TEXT);
  });

  it("without a .shp file: 'No .shp file found in the archive'", async () => {
    expect(await outcomeOf('a.zip', zipOf([{ name: 'a.kml', content: SQUARE_KML }]))).toBe('noShp');
    expect(await outcomeOf('a.zip', zipOf([]))).toBe('noShp');
    const macs = [
      { name: '__MACOSX/a.shp', content: SHP },
      { name: 'x/._a.shp', content: SHP },
      { name: 'a.shp/', content: '' },
    ];
    expect(await outcomeOf('a.zip', zipOf(macs))).toBe('noShp');
    expect(await outcomeOf('a.zip', fixture('noshp.zip'))).toBe('noShp');
  });

  it('two shapefiles are more than a single feature', async () => {
    expect(await outcomeOf('a.zip', zipOf([shp(), { name: 'b.SHP', content: SHP }]))).toBe('singleFeature 2');
  });

  it.each([
    ['SHP_Exclude.zip', /^Polygon/],
    ['T8Th4_6n.zip', /^geometryType LineString$/],
  ])('%s of a real program', async (name, outcome) => {
    expect(await outcomeOf(name, fixture(name))).toMatch(outcome);
  });
});

describe("A KMZ must contain a .kml file, else: 'No KMZ .kml: No KML file found in the KMZ archive'", () => {
  it('the .kml is read, in any folder and case', async () => {
    expect(await outcomeOf('a.kmz', zipOf([{ name: 'files/A.KML', content: SQUARE_KML }]))).toBe(SQUARE_TEXT);
    expect(await outcomeOf('a.kmz', zipOf([shp()]))).toBe('noKml');
  });

  it('of several files doc.kml is read, and named in a note', async () => {
    const files = [
      { name: 'b.kml', content: '<kml/>' },
      { name: 'doc.kml', content: SQUARE_KML },
    ];
    const { geometry, notes } = await readFile('a.kmz', zipOf(files));
    expect(geometry.coordinates).toEqual([SQUARE]);
    expect(notes).toEqual([{ kind: 'fileOfArchive', name: 'doc.kml' }]);
  });
});

describe('Decision 22: a .prj that is not WGS 84 is reprojected when it can be, else refused', () => {
  const zipped = (prj: string, ring = SQUARE, name = 'A.PRJ') =>
    zipOf([
      { name: 'a.shp', content: shpOf([{ parts: [ring] }]) },
      { name, content: prj },
    ]);
  const greenwich = 'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]';
  const at = (x: number, y: number) => [[x, y], [x, y + 9], [x + 9, y + 9], [x, y]]; // prettier-ignore

  it('WGS 84 is left as it is; without a .prj it is assumed', async () => {
    const plain = await readFile('a.zip', zipped(WGS84));
    expect([plain.geometry.coordinates, plain.notes]).toEqual([[SQUARE.toReversed()], []]);
    for (const name of ['b.prj', 'x/a.prj']) {
      expect((await readFile('a.zip', zipped(WGS84, SQUARE, name))).notes).toEqual([
        { kind: 'prjRenamed', name },
      ]);
      expect(await outcomeOf('a.zip', zipped('?', SQUARE, name))).toBe('projection ?');
    }
    expect((await readFile('a.zip', zipped(''))).notes).toEqual([{ kind: 'wgs84Assumed' }]);
  });

  // positions by GDAL 3.6 (gdaltransform)
  it.each([
    [
      'WGS_1984_UTM_Zone_48N',
      `PROJCS["WGS_1984_UTM_Zone_48N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],${greenwich}],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",105],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["Meter",1]]`,
      [105.26970963082, 1.62849390768515],
      8,
    ],
    [
      'British_National_Grid',
      `PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]],${greenwich}],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]`,
      [-0.128353940479469, 51.5039908276338],
      6,
    ],
    [
      'NAD_1983_StatePlane_Massachusetts_Mainland_FIPS_2001',
      `PROJCS["NAD_1983_StatePlane_Massachusetts_Mainland_FIPS_2001",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],${greenwich}],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",200000.0],PARAMETER["False_Northing",750000.0],PARAMETER["Central_Meridian",-71.5],PARAMETER["Standard_Parallel_1",41.71666666666667],PARAMETER["Standard_Parallel_2",42.68333333333333],PARAMETER["Latitude_Of_Origin",41.0],UNIT["Meter",1.0]]`,
      [-67.8691578609092, 35.8144045510052],
      8,
    ],
  ])('%s', async (name, prj, place, digits) => {
    const { geometry, notes } = await readFile('a.zip', zipped(prj, at(530000, 180000)));
    const [first = []] = (geometry.coordinates as number[][][])[0] ?? [];
    expect(first[0]).toBeCloseTo(place[0]!, digits);
    expect(first[1]).toBeCloseTo(place[1]!, digits);
    expect(notes).toEqual([{ kind: 'reprojected', name }]);
  });

  it.each([
    // 100 m off without the datum shift, which proj4 doesn't know
    [
      'GCS_Beijing_1954',
      `GEOGCS["GCS_Beijing_1954",DATUM["D_Beijing_1954",SPHEROID["Krasovsky_1940",6378245.0,298.3]],${greenwich}]`,
    ],
    [
      'GCS_North_American_1927',
      `GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],${greenwich}]`,
    ],
    [
      'GCS_NTF_Paris',
      'GEOGCS["GCS_NTF_Paris",DATUM["D_NTF",SPHEROID["Clarke_1880_IGN",6378249.2,293.466]],PRIMEM["Paris",2.337229166666667],UNIT["Grad",0.01570796326794897]]',
    ],
    [
      'P',
      `PROJCS["P",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],${greenwich}],PROJECTION["No_Such_Projection"],UNIT["Meter",1]]`,
    ],
    ['<!DOCTYPE html><html><body></body></html>', '<!DOCTYPE html><html><body></body></html>'],
    ['A', `A["A"${',B["'.repeat(2000)}`],
  ])('%s is refused by its name', async (name, prj) => {
    expect(await outcomeOf('a.zip', zipped(prj))).toBe(`projection ${name}`);
  });

  it('a very long .prj is not read', async () => {
    expect(await outcomeOf('a.zip', zipped('x'.repeat(100_000)))).toBe('projection ?');
  });
});

describe('Only the wanted entry is inflated, and only to the limit', () => {
  const zeros = (mebibytes: number) => new Uint8Array(mebibytes * 1024 * 1024);

  async function inflatedOf(archive: Uint8Array, maxBytes: number): Promise<number> {
    let inflated = 0;
    const [entry] = entriesOf(archive);
    await readEntry(archive, entry!, { maxBytes, onInflated: (bytes) => void (inflated = bytes) }).catch(
      () => {},
    );
    return inflated;
  }

  it('a bomb of declared size is not inflated at all', async () => {
    const archive = zipOf([{ name: 'a.kml', content: zeros(FILE_MIB_MAX + 1) }]);
    expect(archive.length).toBeLessThan(100_000);
    expect(await outcomeOf('a.kmz', archive)).toBe(`tooLarge ${FILE_MIB_MAX}`);
    expect(await inflatedOf(archive, FILE_BYTES_MAX)).toBe(0);
  });

  it('a bomb with a false size is inflated one step beyond it', async () => {
    const archive = zipOf([{ name: 'a.kml', content: zeros(40), claims: { bytes: 1000 } }]);
    const inflated = await inflatedOf(archive, FILE_BYTES_MAX);
    expect(inflated).toBeGreaterThan(1000);
    expect(inflated).toBeLessThan(1000 + GROWTH_MAX * INFLATE_STEP_BYTES + 65536);
    expect(await outcomeOf('a.kmz', archive)).toBe('unreadable');
  });

  it('bombs in other entries are not inflated', async () => {
    const bomb = { name: 'b.dbf', content: zeros(10), claims: { bytes: 5 } };
    const archive = zipOf([bomb, shp(), { ...bomb, name: 'c.kml' }]);
    const told: number[] = [];
    const entry = entriesOf(archive).find(({ name }) => name === 'a.shp');
    await readEntry(archive, entry!, { onInflated: (bytes) => void told.push(bytes) });
    expect(told.at(-1)).toBe(SHP.length);
    expect(await outcomeOf('a.zip', archive)).toBe(SHP_TEXT);
  });

  it('progress rises to 1 over it, and an aborted signal ends it with its reason', async () => {
    const kml = SQUARE_KML.replace('<Placemark>', `<!-- ${'x'.repeat(3_000_000)} --><Placemark>`);
    const bytes = zipOf([{ name: 'a.kml', content: kml }]);
    const shares: number[] = [];
    const { readAoiFile } = await import('../../../../src/geo/read/readAoiFile.ts');
    await readAoiFile({ name: 'a.kmz', bytes }, { onProgress: (share) => void shares.push(share) });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    expect(shares.length).toBeGreaterThan(3);
    const aborting = new AbortController();
    const reading = readAoiFile(
      { name: 'a.kmz', bytes },
      { signal: aborting.signal, onProgress: () => aborting.abort('enough') },
    );
    await expect(reading).rejects.toBe('enough');
    await expect(readAoiFile({ name: 'a.kmz', bytes }, { signal: AbortSignal.abort('no') })).rejects.toBe(
      'no',
    );
  });
});

describe('Hostile and broken archives end in a message', () => {
  const twice = zipOf([shp(), { name: 'b.dbf', content: 'x'.repeat(50), stored: true, claims: { at: 0 } }]);

  it.each([
    ['an empty file', new Uint8Array(0), 'empty'],
    ['no archive', bytesOf('PK, but nothing of an archive behind it'), 'unreadable'],
    ['a few bytes', bytesOf('PK'), 'unreadable'],
    ['entries that overlap', twice, 'unreadable'],
    [
      'an entry that reaches into the directory',
      zipOf([{ ...shp({ packedBytes: 5000 }), stored: true }]),
      'unreadable',
    ],
    ['an entry behind the end', zipOf([shp({ at: 1e9 })]), 'unreadable'],
    ['an entry at no local header', zipOf([shp({ at: 3 })]), 'unreadable'],
    ['a size that is too large', zipOf([shp({ bytes: SHP.length + 1 })]), 'unreadable'],
    ['a size that is too small', zipOf([shp({ bytes: SHP.length - 1 })]), 'unreadable'],
    ['a wrong checksum', zipOf([shp({ crc: 7 })]), 'unreadable'],
    ['more entries than are there', zipOf([shp()], 5), 'unreadable'],
    ['an encrypted entry', zipOf([shp({ flags: 1 })]), 'encrypted'],
    ['a method of its own', zipOf([shp({ method: 14 })]), 'zipMethod 14'],
    [
      'a zip64 of absurd sizes',
      zipOf([{ ...shp({ bytes: 2 ** 52 }), zip64: true }]),
      `tooLarge ${FILE_MIB_MAX}`,
    ],
    ['a zip64 of an absurd place', zipOf([{ ...shp({ at: 2 ** 52 }), zip64: true }]), 'unreadable'],
    ['an empty .shp', zipOf([{ name: 'a.shp', content: '', stored: true }]), 'empty'],
    ['too many entries', zipOf([shp()], ENTRIES_MAX + 1), `tooManyEntries ${ENTRIES_MAX}`],
  ])('%s', async (_name, bytes, message) => {
    expect(await outcomeOf('a.zip', bytes)).toBe(message);
  });

  it('10,000 entries are read through', async () => {
    const many = Array.from({ length: ENTRIES_MAX - 1 }, (_, i) => ({
      name: `${i}`,
      content: '',
      stored: true,
    }));
    expect(await outcomeOf('a.zip', zipOf([...many, shp()]))).toBe(SHP_TEXT);
  });

  it('cut anywhere, or with any byte changed, it ends in an area or a message', async () => {
    const whole = zipOf([shp(), { name: 'a.prj', content: WGS84 }]);
    for (let at = 0; at < whole.length; at++) {
      expect(await outcomeOf('a.zip', whole.slice(0, at))).toMatch(/^(?:empty|unreadable)$/);
      for (const value of [0, 255, whole[at]! ^ 1]) {
        const bent = Uint8Array.from(whole);
        bent[at] = value;
        expect(await outcomeOf('a.zip', bent)).toMatch(/^\w+/);
      }
    }
  });
});

describe('§5 Geometry file upload, KMZ: the one .kml with a polygon is read', () => {
  const link = (href: string) => `<kml><NetworkLink><Link><href>${href}</href></Link></NetworkLink></kml>`;
  it.each([
    [
      'a link inside',
      [
        ['doc.kml', link('layers/a.kml')],
        ['layers/a.kml', SQUARE_KML],
      ],
      SQUARE_TEXT,
    ],
    [
      'a link inside to one without a polygon',
      [
        ['doc.kml', link('a.kml')],
        ['a.kml', '<kml/>'],
      ],
      'noArea',
    ],
    [
      'an empty first one',
      [
        ['a.kml', '<kml/>'],
        ['b.kml', SQUARE_KML],
      ],
      SQUARE_TEXT,
    ],
    [
      'two with polygons',
      [
        ['doc.kml', link('a.kml')],
        ['a.kml', SQUARE_KML],
        ['b.kml', SQUARE_KML],
      ],
      'singleFeature 2',
    ],
    [
      'a link to elsewhere',
      [['doc.kml', link('https://a.example/b.kml')]],
      'linkOnly https://a.example/b.kml',
    ],
  ] as const)('%s', async (_, files, outcome) => {
    const archive = zipOf(files.map(([name, content]) => ({ name, content })));
    expect(await outcomeOf('a.kmz', archive)).toBe(outcome);
    // a KMZ named .kml is read for what it is
    expect(await outcomeOf('a.kml', archive)).toBe(outcome);
  });

  it('a .prj of another name is used, and named', async () => {
    const UTM = 'PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],UNIT["Meter",1.0]]'; // prettier-ignore
    const ring = [[571666, 5539110], [571666, 5540110], [572666, 5540110], [571666, 5539110]]; // prettier-ignore
    const shp = { name: 'final.shp', content: shpOf([{ parts: [ring] }]) };
    const { notes } = await readFile('a.zip', zipOf([shp, { name: 'aoi.prj', content: UTM }]));
    expect(notes).toEqual([
      { kind: 'prjRenamed', name: 'aoi.prj' },
      { kind: 'reprojected', name: 'WGS_1984_UTM_Zone_32N' },
    ]);
    // of two it is not certain which
    const two = zipOf([shp, { name: 'a.prj', content: UTM }, { name: 'b.prj', content: UTM }]);
    expect(await outcomeOf('a.zip', two)).toBe('notWgs84 571666 5539110');
  });
});
