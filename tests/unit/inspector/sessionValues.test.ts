import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '../../../contract/calls/callError.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { shapeOf, shapesOf, valueKeeper } from '../../../src/machines/inspector/sessionValues.ts';
import { RasterError } from '../../../src/raster/delivered/rasterError.ts';

afterEach(() => vi.unstubAllGlobals());

/** One value as a session keeps it. */
const kept = (value: unknown) => valueKeeper()(value);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const actor = { sessionId: 'x:1', send: () => undefined };
const refusal = { messageKey: 'errors.tooLarge', ids: [1] };
/** A browser's list of files. */
class Files extends Array {}

describe('a saved session keeps of a value what a replay needs', () => {
  test.each<[what: string, value: unknown, copy: unknown]>([
    ['a word', 'search.results', 'search.results'],
    ['no text', '', ''],
    ['coordinates', '52° 30′ N, 13° 24′ E', '52° 30′ N, 13° 24′ E'],
    ['WKT', 'POLYGON ((0 0, 1 0, 1 1, 0 0))', 'POLYGON ((0 0, 1 0, 1 1, 0 0))'],
    ['a kind with a number', 'AOI 12', 'AOI 12'],
    ['a link that opens something', '/scenes?token=K7PM4X', '/scenes?‹secret›'],
    ['a free text by its length', 'Harbour of Genoa', '‹text 1›········'],
    ['a shorter one', 'a b', '‹text 1›'],
    ['what stands for a text already', '‹text 7›···', '‹text 7›···'],
    ['the longest word', 'a'.repeat(20_000), 'a'.repeat(20_000)],
    ['a longer one', 'a'.repeat(20_001), `‹text 1›${'·'.repeat(19_992)}`],
    ['yes', true, true],
    ['no', false, false],
    ['nothing', null, null],
    ['what is left out', undefined, null],
    ['a number', -0.25, -0.25],
    ['no finite number', Infinity, { $number: 'Infinity' }],
    ['a function', () => 1, { $function: true }],
    ['a function in a field', { run: () => 1 }, { run: { $function: true } }],
    ['a field that is left out', { a: undefined, b: 1 }, { b: 1 }],
    ['a field named by an address', { 'mei@harbour.example': 1 }, { '‹e-mail›': 1 }],
    ['a day', new Date(0), { $date: '1970-01-01T00:00:00.000Z' }],
    ['no day', new Date(Number.NaN), { $date: null }],
    ['an actor', { child: actor }, { child: null }],
    ['a list', [1, undefined, 'two'], [1, null, 'two']],
    ['a list of 100', numbers(100), numbers(100)],
    ['a longer list', numbers(103), { $list: numbers(100), $more: 3 }],
    ['a set', new Set([1, 'two']), { $items: [1, 'two'] }],
    ['a long set', new Set(numbers(101)), { $items: { $list: numbers(100), $more: 1 } }],
    ['a map', new Map([[1, { a: 2 }]]), { $map: [[1, { a: 2 }]] }],
    ['a map without a key or a value', new Map([[undefined, undefined]]), { $map: [[null, null]] }],
    ['a long map', new Map(numbers(102).map((at) => [at, at])), { $map: numbers(100).map((at) => [at, at]) }],
    ['fractions', new Float64Array([0.5, 7]), { $numbers: [0.5, 7] }],
    ['flags', new Uint8Array([0, 1, 1]), { $numbers: [0, 1, 1] }],
    ['bytes, which may be a text', new Uint8Array([1, 2]), { $numbers: [0, 0] }],
    ['100 flags', new Uint8Array(100).fill(1), { $numbers: Array(100).fill(1) }],
    ['more flags', new Uint8Array(104).fill(1), { $numbers: Array(100).fill(1), $more: 4 }],
    ['raw bytes', new DataView(new ArrayBuffer(2)), null],
  ])('%s', (_, value, copy) => expect(kept(value)).toEqual(copy));

  test.each<[what: string, fields: object, copy: unknown]>([
    ['an empty secret stays empty', { upass: '' }, { upass: '' }],
    ['none stays none', { upass: null, token: undefined }, { upass: null }],
    ['a short one stays shorter than a password', { upass: '1234567' }, { upass: '‹›' }],
    ['one of 8 characters stays as long', { npwd: '12345678' }, { npwd: '‹secret›' }],
    ['each of a list', { tiles: ['a', 'b'] }, { tiles: ['‹secret›', '‹secret›'] }],
    ['any other', { token: 7 }, { token: '‹secret›' }],
    [
      'of a map',
      new Map([
        ['vcode', '123456'],
        ['skey', undefined],
      ]),
      {
        $map: [
          ['vcode', '‹›'],
          ['skey', null],
        ],
      },
    ],
  ])('secrets: %s', (_, fields, copy) => expect(kept(fields)).toEqual(copy));

  test.each<[what: string, value: unknown, copy: unknown]>([
    [
      'a file keeps its kind and size',
      { file: new File(['abc'], 'harbour.of.client.geojson', { type: 'application/json' }) },
      { file: { $file: { name: 'file.geojson', size: 3, type: 'application/json' } } },
    ],
    [
      'a plain one under a name of files',
      { FILES: [{ name: 'plot.kmz', size: 12 }] },
      { FILES: [{ $file: { name: 'file.kmz', size: 12, type: '' } }] },
    ],
    ['one alone', { blob: { size: 4 } }, { blob: { $file: { name: 'file', size: 4, type: '' } } }],
    ['bytes', new ArrayBuffer(2), { $file: { name: 'file', size: 0, type: '' } }],
    ['no files', { files: [] }, { files: [] }],
    ['no file', { file: null }, { file: null }],
    ['a list with something else in it', { files: [{ size: 1 }, {}] }, { files: [{ size: 1 }, {}] }],
    ['a row that names a file', { file: { size: 4, url: 'x' } }, { file: { size: 4, url: 'x' } }],
    ['a size in words', { file: { size: 'large' } }, { file: { size: 'large' } }],
    ['the name of a file', { file: 'plot' }, { file: 'plot' }],
    ['a file under another name', { row: { size: 4 } }, { row: { size: 4 } }],
  ])('files: %s', (_, value, copy) => expect(kept(value)).toEqual(copy));

  test("a browser's list of files is kept as one of files", () => {
    vi.stubGlobal('FileList', Files);
    const file = { name: 'plot.shp', size: 8, type: 'x' };
    const list = Object.assign(Object.create(Files.prototype) as object, { 0: file, length: 1 });
    expect(kept({ given: list })).toEqual({ given: [{ $file: { name: 'file.shp', size: 8, type: 'x' } }] });
    expect(kept(new Blob(['ab']))).toEqual({ $file: { name: 'file', size: 2, type: '' } });
  });

  test.each<[error: Error, copy: unknown]>([
    [new RasterError('packed'), { raster: 'packed' }],
    [
      new GeometryError('tooWide', { widthDegrees: 200 }),
      { geometry: 'tooWide', params: { widthDegrees: 200 } },
    ],
    [new Error('no such thing'), { message: '‹text 1›·····' }],
    [new CallError('offline'), { call: 'offline' }],
    [
      new CallError('refused', 'Area is too large', refusal),
      { call: 'refused', said: '‹text 1›·········', reply: refusal },
    ],
  ])('of an error what a rule reads: %s', (error, copy) => expect(kept(error)).toEqual({ $error: copy }));

  test('the same text is the same again in one session, another text another one', () => {
    const keep = valueKeeper();
    expect(keep(['my plot', 'your plot', 'my plot'])).toEqual(['‹text 1›', '‹text 2›·', '‹text 1›']);
    expect(keep('your plot')).toBe('‹text 2›·');
  });

  test('the same object is the same copy, so that it is saved once', () => {
    const keep = valueKeeper();
    const area = { areaKm2: 4 };
    const [first, second] = keep([area, area]) as object[];
    expect(first).toEqual({ areaKm2: 4 });
    expect(second).toBe(first);
    expect(keep(area)).toBe(first);
  });

  const wraps: [what: string, levels: number, wrap: (inner: unknown) => unknown][] = [
    ['lists', 24, (inner) => [inner]],
    ['objects', 24, (inner) => ({ inner })],
    ['sets', 24, (inner) => new Set([inner])],
    ['values of maps', 24, (inner) => new Map([['inner', inner]])],
    ['keys of maps', 24, (inner) => new Map([[inner, 1]])],
    // an error and its reply are a level each
    ['replies', 12, (inner) => new CallError('refused', undefined, { messageKey: 'no', inner })],
  ];
  test.each(wraps)('24 levels of %s', (_, levels, wrap) => {
    const nested = (left: number): unknown => (left === 0 ? 'core' : wrap(nested(left - 1)));
    expect(JSON.stringify(kept(nested(levels)))).toContain('core');
    expect(JSON.stringify(kept(nested(levels + 1)))).not.toContain('core');
  });
});

describe('what a value looks like', () => {
  test.each<[what: string, value: unknown, shape: unknown]>([
    ['a name', 'errors.tooLarge', 'errors.tooLarge'],
    ['no text', '', ''],
    ['a free text', 'Harbour of Genoa', 'text'],
    ['a long word', 'a'.repeat(61), 'text'],
    ["a file's name", 'plot.KMZ', 'text'],
    ['a small whole number', -999_999, -999_999],
    ['a larger one', 1_000_000, 'number'],
    ['a time before 1970', -1_000_000, 'number'],
    ['a fraction', 0.5, 'number'],
    ['yes', true, true],
    ['nothing', null, null],
    ['what is left out', undefined, undefined],
    ['a function', () => 1, 'function'],
    ['an actor', actor, null],
    ['a file', new Blob(['a']), 'file'],
    ['a day', new Date(0), 'date'],
    ['a call', new CallError('offline'), 'failed call, offline'],
    ['an image', new RasterError('packed'), 'error, packed'],
    ['an area', new GeometryError('tooWide'), 'error, tooWide'],
    ['any error', new Error('no'), 'error'],
    ['a list', ['a', 'b'], 'list of 2'],
    ['bytes', new Uint8Array(2), 'list'],
    ['a set', new Set([1]), 'list'],
    ['a map', new Map([[1, 2]]), 'list'],
    ['an object, three levels deep', { a: { b: { c: { d: 1 } } } }, { a: { b: { c: 'object' } } }],
  ])('%s', (_, value, shape) => expect(shapeOf(value)).toEqual(shape));

  test('of a secret only whether there is one', () => {
    const shapes = ['K', 7, '', null, undefined].map((token) => shapeOf(token, 'token'));
    expect(shapes).toEqual(['text', 'text', '', null, undefined]);
  });

  test('fields are told each, but for those of messages and of files', () => {
    const fields = { params: { a: 1 }, Files: [1], file: null, none: undefined, 'mei@a.example': 2 };
    expect(shapesOf(fields)).toEqual({ params: 'object', Files: 'file', file: null, '‹e-mail›': 2 });
    expect(shapesOf({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: 'object' } } } });
  });
});
