import { readFile } from '../../../src/workers/aoiFile.ts';
import { describe, expect, it, test } from 'vitest';
import { createActor, createMachine, type AnyEventObject } from 'xstate';
import { aoiMachine, askedEntry, repairedEntry, shownAoi } from '../../../src/machines/aoi/aoi.machine.ts';
import { fixedWkt, wktPlaceOf } from '../../../src/machines/aoi/wkt.rules.ts';
import { areaChange, type CoordinateEntry, withPoint } from '../../../src/machines/aoi/aoi.rules.ts';
import {
  readingOfDrawn,
  readingOfEntry,
  type EntryReading,
} from '../../../src/machines/aoi/entryReading.rules.ts';
import { box } from '../../fixtures/box.ts';

const typed = (text: string): CoordinateEntry => ({ tab: 'WKT', text });
const BOW_TIE = 'POLYGON((103 1, 104 2, 104 1, 103 2, 103 1))';
const SQUARE = 'POLYGON((103 1, 104 1, 104 2, 103 2, 103 1))';

function repairedOf(reading: EntryReading) {
  if (!('repaired' in reading)) throw new Error(JSON.stringify(reading));
  return reading.repaired;
}

describe('A typed area is checked and repaired', () => {
  test('a valid area is used unchanged, without a message', () => {
    expect(readingOfEntry(typed(SQUARE))).toMatchObject({ aoi: { vertices: 4 }, notes: [] });
  });

  test.each([
    ['ring direction', 'POLYGON((103 1, 103 2, 104 2, 104 1, 103 1))', 'ringsTurned'],
    ['duplicate points', 'POLYGON((103 1, 104 1, 104 1, 104 2, 103 2, 103 1))', 'duplicatesRemoved'],
    ['crossing 180°', 'POLYGON((179 1, 181 1, 181 2, 179 2, 179 1))', 'partsCutAt180'],
  ])('%s: put in order and said, its outline stays where it is', (_, text, kind) => {
    expect(readingOfEntry(typed(text))).toMatchObject({
      aoi: { vertices: kind === 'partsCutAt180' ? 8 : 4 },
      notes: [{ key: `check.${kind}`, params: { count: 1 } }],
    });
  });

  test('self-crossing: the error and its place, and the repair before and after', () => {
    const { aoi, review, wrong } = repairedOf(readingOfEntry(typed(BOW_TIE)));
    expect(wrong).toEqual({ key: 'errors.geometry.selfCrossing', params: { lon: 103.5, lat: 1.5 } });
    expect(aoi.geometry.type).toBe('MultiPolygon');
    expect(review.changes).toEqual([{ kind: 'ringsParted', count: 1 }]);
    expect(review.before.mark).not.toBeNull();
    expect(review.after.mark).toBeNull();
  });

  test('a spike without width is removed, and the area doesn’t change', () => {
    const { review } = repairedOf(
      readingOfEntry(typed('POLYGON((103 1, 104 1, 105 1, 104 1, 104 2, 103 2, 103 1))')),
    );
    expect(review.changes).toMatchObject([{ kind: 'spikesRemoved' }]);
    expect(areaChange(review)).toBeCloseTo(0, 6);
  });

  test('dropping a sliver hole needs agreement, though the area is valid', () => {
    const sliver = '(103.5 1.5, 103.5 1.6, 103.5000001 1.6, 103.5 1.5)';
    const { review, wrong } = repairedOf(readingOfEntry(typed(`${SQUARE.slice(0, -1)}, ${sliver})`)));
    expect(wrong).toBeNull();
    expect(review.changes).toEqual([{ kind: 'sliversDropped', count: 1 }]);
  });

  test('swapped axes are proposed, with the message of the catalogue', () => {
    const { aoi, wrong, review } = repairedOf(
      readingOfEntry(typed('POLYGON((1 103, 2 103, 2 104, 1 104, 1 103))')),
    );
    expect(wrong?.key).toBe('errors.geometry.coordinatesInvalid');
    expect(review.changes[0]).toEqual({ kind: 'axesSwapped' });
    expect(aoi.bbox).toEqual([103, 1, 104, 2]);
  });

  test('vertices past 10,000 are simplified if the user agrees', () => {
    const ring = Array.from({ length: 12_000 }, (_, at) => {
      const angle = (2 * Math.PI * at) / 12_000;
      return `${(103 + Math.cos(angle)).toFixed(7)} ${(1 + Math.sin(angle)).toFixed(7)}`;
    });
    const { aoi, wrong, review } = repairedOf(
      readingOfEntry(typed(`POLYGON((${[...ring, ring[0]].join()}))`)),
    );
    expect(wrong?.key).toBe('errors.geometry.tooManyVertices');
    expect(review.changes[0]).toMatchObject({ kind: 'simplified', from: 12_000 });
    expect(aoi.vertices).toBeLessThanOrEqual(10_000);
    expect(Math.abs(areaChange(review)!)).toBeLessThan(0.1);
  });

  test('an area without a certain repair is refused with its place', () => {
    expect(readingOfEntry(typed('POLYGON((0 10,6 -8,-9 3,9 3,-6 -8,0 10))'))).toMatchObject({
      refusal: { key: 'errors.geometry.selfCrossing', params: { lon: expect.any(Number) } },
    });
  });

  test('a text that can’t be parsed is an error, even if it could be repaired', () => {
    expect(readingOfEntry(typed('POLYGON((103 1, 104 1, 104 2))'))).toEqual({
      refusal: {
        key: 'errors.geometry.wktIncorrect',
        params: { line: 1, column: 29, cause: 'ringOpen' },
      },
    });
  });
});

describe('§5 Coordinate dialog: a repaired area', () => {
  const opened = () => {
    const told: AnyEventObject[] = [];
    const street = createMachine({
      invoke: { id: 'aoi', src: aoiMachine },
      on: { '*': { actions: ({ event }) => told.push(event) } },
    });
    const root = createActor(street).start();
    const aoi = root.getSnapshot().children['aoi'] as ReturnType<typeof createActor<typeof aoiMachine>>;
    aoi.send({ type: 'coordinates.opened' });
    return { aoi, told };
  };

  test('is shown on the map, and used if the user agrees; one step of undo removes it', () => {
    const { aoi } = opened();
    aoi.send({ type: 'coordinates.submitted', entry: typed(SQUARE) });
    aoi.send({ type: 'coordinates.opened' });
    aoi.send({ type: 'coordinates.submitted', entry: typed(BOW_TIE) });
    const repaired = repairedEntry(aoi.getSnapshot());
    expect(aoi.getSnapshot().context.preview).toBe(repaired?.aoi.geometry);
    expect(aoi.getSnapshot().context.aoi?.vertices).toBe(4);
    aoi.send({ type: 'repair.accepted' });
    expect(aoi.getSnapshot().context).toMatchObject({ aoi: repaired?.aoi, repaired: null, preview: null });
    expect(aoi.getSnapshot().value).toBe('idle');
    aoi.send({ type: 'aoi.undone' });
    expect(aoi.getSnapshot().context.aoi?.vertices).toBe(4);
  });

  test('can be declined, which returns to the text without a change', () => {
    const { aoi } = opened();
    aoi.send({ type: 'coordinates.submitted', entry: typed(BOW_TIE) });
    aoi.send({ type: 'repair.declined' });
    expect(aoi.getSnapshot().context).toMatchObject({ aoi: null, repaired: null, preview: null });
    expect(aoi.getSnapshot().value).toEqual({ entering: 'typing' });
  });

  test('an edge wider than 180° is the question of a file with the same outline', async () => {
    const { aoi } = opened();
    const entry = typed('POLYGON((179 -17,-179 -17,-179 -16,179 -16,179 -17))');
    aoi.send({ type: 'coordinates.submitted', entry });
    const choices = askedEntry(aoi.getSnapshot())?.choices ?? [];
    expect(choices.map(({ kind }) => kind)).toEqual(['short', 'long']);
    // by ogr2ogr and an authalic integral, km²
    expect(choices[0]?.aoi.areaKm2).toBeCloseTo(23_629.6, 0);
    expect(choices[1]?.aoi.areaKm2).toBeCloseTo(4_229_695, -1);
    const file = JSON.stringify({ type: 'Polygon', coordinates: [[[179, -17], [-179, -17], [-179, -16], [179, -16], [179, -17]]] }); // prettier-ignore
    const answer = await readFile({ file: new Blob([file]), name: 'fiji.geojson' }, () => {});
    expect(answer.type === 'file.unclear' && answer.question.choices).toEqual(choices);
  });

  test('a box of the BBOX form goes from its minimum to its maximum, without a question', () => {
    const { aoi } = opened();
    const entry = { tab: 'BBOX', minLatitude: '-30', maxLatitude: '30', minLongitude: '-100', maxLongitude: '100' } as const; // prettier-ignore
    aoi.send({ type: 'coordinates.submitted', entry });
    expect(shownAoi(aoi.getSnapshot())?.bbox).toEqual([-100, -30, 100, 30]);
  });

  test('a ring around the globe is a question; the map shows the area that is chosen', () => {
    const { aoi } = opened();
    const entry = typed('POLYGON((-60 -59, 60 -62, 179 -65, -121 -61, -60 -59))');
    aoi.send({ type: 'coordinates.edited', entry });
    expect(aoi.getSnapshot().context.preview).toBeNull();
    aoi.send({ type: 'coordinates.submitted', entry });
    const kinds = askedEntry(aoi.getSnapshot())?.choices.map(({ kind }) => kind);
    expect(kinds).toEqual(['south', 'written']);
    expect(aoi.getSnapshot().can({ type: 'choice.accepted' })).toBe(false);
    aoi.send({ type: 'choice.left' });
    expect(aoi.getSnapshot().value).toEqual({ entering: 'typing' });
    aoi.send({ type: 'coordinates.submitted', entry });
    aoi.send({ type: 'choice.made', index: 0 });
    const cap = askedEntry(aoi.getSnapshot())?.choices[0]?.aoi;
    expect(aoi.getSnapshot().context).toMatchObject({ aoi: null, preview: cap?.geometry });
    aoi.send({ type: 'choice.accepted' });
    expect(aoi.getSnapshot().context).toMatchObject({ aoi: cap, asked: null, preview: null });
  });

  test('the notes on repairs are sent after the area', () => {
    const { aoi, told } = opened();
    aoi.send({
      type: 'coordinates.submitted',
      entry: typed('POLYGON((103 1, 103 2, 103 2, 104 2, 104 1, 103 1))'),
    });
    expect(told.map(({ type }) => type)).toEqual(['aoi.changed', 'notice.raised', 'notice.raised']);
    expect(told[1]).toMatchObject({ tone: 'info', message: { key: 'check.duplicatesRemoved' } });
  });
});

test('an entry and a drawn area are read once', () => {
  const entry = typed('POLYGON((1 1, 2 1, 2 2, 1 2, 1 1))');
  expect(readingOfEntry(entry)).toBe(readingOfEntry(entry));
  const drawn = box(1, 1, 2, 2);
  expect(readingOfDrawn(drawn)).toBe(readingOfDrawn(drawn));
});

describe('§5 Coordinate dialog: the WKT tab also takes other forms of a polygon, each named for what it was', () => {
  const square = '[[[103.7,1.2],[104,1.2],[104,1.5],[103.7,1.5],[103.7,1.2]]]';
  it.each([
    [`{"type":"Polygon","coordinates":${square}}`, 'geojson'],
    [`{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${square}}}`, 'geojson'],
    ['ENVELOPE(103.7, 104, 1.2, 1.5)', 'envelope'],
    ['ENVELOPE(103.7, 104, 1.5, 1.2)', 'envelope'],
    ['103.7,1.2,104,1.5', 'bbox'],
    ['[103.7, 1.2, 104.0, 1.5]', 'bbox'],
  ])('%s', (text, form) => {
    const read = readingOfEntry(typed(text));
    expect('aoi' in read && read.aoi.bbox).toEqual([103.7, 1.2, 104, 1.5]);
    expect('notes' in read && read.notes).toContainEqual({ key: `coordinates.form.${form}` });
  });

  // by an authalic integral
  it.each([
    ['100,-10,290,10', 46_543_627.2],
    ['-260,-60,-70,60', 232_873_458.1],
    ['179,-17,-179,-16', 23_629.6],
    ['350,0,355,5', 307_346.8],
  ])('%s is read as written', (text, km2) => {
    const read = readingOfEntry(typed(text));
    if (!('aoi' in read)) throw new Error(JSON.stringify(read));
    expect(Math.abs(read.aoi.areaKm2 - km2) / km2).toBeLessThan(1e-4);
    expect(read.notes[0]).toEqual({ key: 'coordinates.form.bbox' });
  });

  it.each([
    ['100,-10,500,10', 'errors.geometry.coordinatesInvalid'],
    ['103,10,104,-10', 'errors.geometry.coordinatesInvalid'],
    ['103,1,104,91', 'errors.geometry.coordinatesInvalid'],
    ['ENVELOPE(104, 103.7, 1.2, 1.5)', 'errors.geometry.coordinatesInvalid'],
    ['103.7,1.2,104', 'errors.geometry.wktIncorrect'],
    [`{"type":"MultiPolygon","coordinates":[${square}]}`, 'errors.geometry.typeIncorrect'],
    ['{"type":"Point","coordinates":[1,2]}', 'errors.file.geometryType'],
    ['{"type"', 'errors.file.unreadable'],
  ])('%s is refused', (text, key) => {
    const read = readingOfEntry(typed(text));
    expect('refusal' in read && read.refusal.key).toBe(key);
  });

  test('an EWKT of WGS 84 is repaired by one press', () => {
    const text = 'SRID=4326;POLYGON((103.7 1.2,104 1.2,104 1.5,103.7 1.5,103.7 1.2))';
    const read = readingOfEntry(typed(text));
    const fix = wktPlaceOf(text, 'refusal' in read ? read.refusal : null)?.fix;
    expect(fix?.kind).toBe('removeSrid');
    const fixed = readingOfEntry(typed(fixedWkt(text, fix!)));
    // by ogr2ogr and an authalic integral, km²
    expect('aoi' in fixed && fixed.aoi.areaKm2).toBeCloseTo(1107.5, 0);
    const other = text.replace('4326', '3857');
    const refused = readingOfEntry(typed(other));
    expect(wktPlaceOf(other, 'refusal' in refused ? refused.refusal : null)?.fix).toBeNull();
  });

  it.each([
    ['1,2', '1.2'],
    ['-103,85', '-103.85'],
    ['1.2', null],
    ['1,2,3', null],
    ['1,2 N', null],
  ])('a field with %s: %s', (text, write) => {
    expect(withPoint(text)).toBe(write);
  });
});
