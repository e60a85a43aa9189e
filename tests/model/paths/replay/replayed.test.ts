import { expect, test } from 'vitest';
import { largeAoi, price, smallAoi, squareAoi } from '../../shared/samples.ts';
import { after, breaks, done, english, fails, replayed } from './replayed.ts';

const settled = after('PRICE_DELAY', 'tasking.editing.settling');

test('what is seen is whole, however long: its fields can be expected', async () => {
  const { seen, last } = await replayed('search', [{ type: 'aoi.changed', aoi: smallAoi, origin: 'drawn' }]);
  expect(seen).toHaveLength(2);
  expect(last.changed['aoi']).toMatchObject({ wkt: smallAoi.wkt, vertices: 4 });
  const { last: pricing } = await replayed('tasking', [settled]);
  expect(pricing.called).toMatchObject([
    { actor: 'fetchPrice', input: { productLevel: 'L1', sourceCode: 'C' } },
  ]);
});

test('a machine begins as it is asked to: by a name of its page, or with fields of its input', async () => {
  const search = { type: 'search.requested' };
  const over = { type: 'aoi.changed', aoi: largeAoi, origin: 'typed' };
  const asked = async (begin?: string | object) => (await replayed('search', [over, search], begin)).last;
  expect((await asked()).changed['refusal']).toMatchObject({ params: { limit: 100_000 } });
  expect((await asked('a person of utype 1')).changed['refusal']).toMatchObject({
    params: { limit: 100_000 },
  });
  expect((await asked({ utype: 2 })).value).toBe('searching');
  await expect(asked('a person')).rejects.toThrow(
    "search does not begin with 'a person', but with: a person of utype 1; a day of which there is none three months before; a back end that lists no satellites",
  );
});

test('words are those that a person reads', async () => {
  expect(english({ text: 'The server says no.' })).toBe('The server says no.');
  expect(english({ key: 'errors.areaOverLimit', params: { limit: 5_000_000 } })).toBe(
    'Area over limit: 5,000,000 km²',
  );
  expect(() => english(undefined)).toThrow('says nothing');
  expect(() => english({ key: 'errors.nothing' })).toThrow('no words for errors.nothing');
});

test('a square of the map is an area with its size', () => {
  const { bbox, areaKm2, wkt } = squareAoi(103, 1, 1);
  expect(bbox).toEqual([103, 1, 104, 2]);
  expect(areaKm2).toBeCloseTo(12_300, -2);
  expect(wkt).toContain('POLYGON');
});

test.each([
  {
    what: 'a machine that is not there',
    machine: 'taskin',
    events: [],
    says: /^no machine taskin: .*tasking/,
  },
  {
    what: 'an event that the machine does not know',
    machine: 'tasking',
    events: [settled, { type: 'draf.changed', patch: {} }],
    says: /^event 2 of 2, draf\.changed: tasking knows no such event: draft\.changed, form\.closed/,
  },
  {
    what: 'a field that is left out',
    machine: 'tasking',
    events: [{ type: 'draft.changed' }],
    says: /^event 1 of 1, draft\.changed: patch is not said; an example: \{"type":"draft\.changed","patch":\{"/,
  },
  {
    what: 'an answer of what does not run',
    machine: 'tasking',
    events: [done('fetchPrice', price)],
    says: 'fetchPrice does not run now; what runs: passes',
  },
  {
    what: 'a failure of what does not run',
    machine: 'saveAoi',
    events: [fails('saveAoi', 'offline')],
    says: 'saveAoi does not run now; nothing does',
  },
  {
    what: 'a break of what does not run',
    machine: 'auth',
    events: [breaks('logIn')],
    says: 'logIn does not run now; what runs: watchHash',
  },
  {
    what: 'a delay that nothing waits for',
    machine: 'tasking',
    events: [settled, settled],
    says: `tasking waits for no such delay in {"editing":"pricing"}; its delays: after('PRICE_DELAY', 'tasking.editing.settling')`,
  },
  {
    what: 'a delay of a machine without any',
    machine: 'auth',
    events: [settled],
    says: 'it has no delays',
  },
  {
    what: 'anything after the end',
    machine: 'tasking',
    events: [{ type: 'form.closed' }, { type: 'terms.toggled' }],
    says: 'tasking has ended in "done"',
  },
])('$what is said so, with what there is', async ({ machine, events, says }) => {
  await expect(replayed(machine, events)).rejects.toThrow(says);
});
