import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, type AnyStateMachine } from 'xstate';
import { files } from '../../../contract/calls/endpoints.ts';
import * as accounts from '../../../contract/accounts.ts';
import { HIDDEN, redact } from '../../../src/machines/inspector/redact.ts';
import { graphOf, type Model } from '../../model/paths/explore.ts';
import { models } from '../../model/session/models.ts';

/** The contract's secret fields. */
const SECRET_FIELDS = ['upass', 'opwd', 'npwd', 'npwdr', 'vcode', 'token', 'skey'];
const message = (value: unknown) => JSON.stringify(redact(value));

/** Every text under a secret field of a value, at any depth. */
function secretsIn(value: unknown, found = new Set<string>(), seen = new Set<object>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found;
  seen.add(value);
  for (const [name, inner] of Object.entries(value)) {
    if (SECRET_FIELDS.includes(name) && typeof inner === 'string' && inner !== '') found.add(inner);
    secretsIn(inner, found, seen);
  }
  return found;
}

const secret = fc.stringMatching(/^[A-Za-z0-9+=_-]{12,24}$/);
/** Values with a secret somewhere inside, next to harmless names and values. */
function around(inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      inner,
      fc.record({ event: tie('tree'), rest: fc.jsonValue() }),
      fc.tuple(fc.jsonValue(), tie('tree')),
      tie('tree').map((value) => new Map([['held', value]])),
      tie('tree').map((value) => Object.assign(new Error('no'), { reply: value })),
    ),
  })).tree;
}

describe('what the inspectors are told', () => {
  test('the fields of the contract that open something are known', () => {
    const bodies = [
      accounts.loginRequest,
      accounts.registerRequest,
      accounts.resetRequest,
      accounts.changePasswordRequest,
      accounts.user,
    ];
    const fields = bodies.flatMap((body) => Object.keys(body.def.shape));
    expect(fields).toEqual(expect.arrayContaining(SECRET_FIELDS.filter((field) => field !== 'skey')));
    for (const field of fields.filter((one) => /pass|pwd|code|token/i.test(one) && one !== 'salesRepCode'))
      expect([field, redact({ [field]: 'K7PM4X' })]).toEqual([
        field,
        field === 'newPasswordDue' ? expect.anything() : { [field]: HIDDEN },
      ]);
  });

  test('no secret leaves, wherever it lies', () => {
    const holding = fc.tuple(
      fc.constantFrom(...SECRET_FIELDS, 'accessToken', 'newPassword', 'tiles'),
      secret,
    );
    fc.assert(
      fc.property(
        holding.chain(([field, value]) =>
          fc.tuple(
            fc.constant(value),
            around(
              fc.constantFrom<unknown>({ [field]: value }, { [field]: [value] }, new Map([[field, value]])),
            ),
          ),
        ),
        ([value, tree]) => !message(tree).includes(value),
      ),
      { numRuns: 500 },
    );
  });

  test('no address of a person leaves, wherever it lies', () => {
    fc.assert(
      fc.property(
        fc
          .emailAddress()
          .chain((email) =>
            fc.tuple(
              fc.constant(email),
              around(fc.constantFrom<unknown>(email, { uname: email }, `to ${email}.`)),
            ),
          ),
        ([email, tree]) => !message(tree).includes(JSON.stringify(email).slice(1, -1)),
      ),
    );
  });

  test('links that open something by themselves are cut where they do', () => {
    const key = 'f00dfeedcafe42';
    const links = [files.delivery, files.sceneExport, files.imageryExport].map((path) =>
      path.replace('{secret}', key).replace('{orderNum}', 'GT-1').replace('{fileName}', 'A_L1.zip'),
    );
    for (const link of [
      ...links,
      `https://tiles.example/{z}/{x}/{y}?key=${key}`,
      `/api/ogc/1/2/3?token=${key}`,
      `/?skey=${key}`,
      `/web/usersearchrecord/view/share/${key}`,
    ])
      expect(message({ message: `see ${link} there` })).not.toContain(key);
  });

  test('an address that the end of a long text cuts through does not leave in part', () => {
    for (let length = 1960; length < 2040; length += 1)
      expect(
        message(`${'a'.repeat(900)} ${'b'.repeat(length - 902)} mei.lin@harbourline.example`),
      ).not.toMatch(/mei/);
  });

  test('files leave neither their names nor their contents', () => {
    const file = new File(['<kml>secret place</kml>'], 'harbour-of-client.kml');
    const copy = message({
      type: 'files.given',
      files: [file],
      given: file,
      bytes: new Uint8Array(3).buffer,
    });
    expect(copy).not.toMatch(/harbour|secret place/);
    expect(redact({ type: 'files.given', files: [file] })).toEqual({ type: 'files.given', files: '‹file›' });
  });

  test('whatever it is, what leaves is JSON and bounded', () => {
    const odd: Record<string, unknown> = {
      at: new Date(0),
      never: new Date(Number.NaN),
      many: Array.from({ length: 5000 }, (_, id) => ({ id })),
      big: 10n,
      nothing: undefined,
      set: new Set([1]),
      run: () => 1,
      numbers: new Float64Array(3),
      infinite: Number.POSITIVE_INFINITY,
      empty: { upass: '', token: null },
    };
    odd['self'] = odd;
    const copy = redact(odd);
    expect(JSON.parse(JSON.stringify(copy))).toEqual(copy);
    expect(copy).toMatchObject({
      at: '1970-01-01T00:00:00.000Z',
      self: '‹itself›',
      empty: { upass: '', token: null },
    });
    expect(message(odd).length).toBeLessThan(2000);
    fc.assert(
      fc.property(fc.anything(), (value) => JSON.stringify(JSON.parse(message(value))) === message(value)),
    );
  });
});

describe('what the machines hold', () => {
  /** A machine's contexts along its paths, with its inputs and events. */
  function everythingOf(model: Model): unknown[] {
    const graphs = Object.keys(model.variants).map((variant) => graphOf(model, variant));
    const contexts = graphs.flatMap(({ start, situations }) =>
      [start.snapshot, ...situations.flatMap(({ edges }) => edges.map(({ to }) => to))].map(
        ({ context }) => context as unknown,
      ),
    );
    return [...Object.values(model.variants), ...model.events, ...new Set(contexts)];
  }

  const names = ['auth', 'authForm', 'passwordChange', 'codeLock', 'preferences', 'sharedSearch'];
  test.each(models.filter(({ name }) => names.includes(name)))(
    '$name tells no secret in any event or context',
    (model) => {
      const everything = everythingOf(model);
      const secrets = secretsIn(everything);
      const copy = everything.map(message).join('\n');
      for (const value of secrets) expect(copy).not.toContain(JSON.stringify(value));
      expect(copy).not.toMatch(/[\w.]+@[\w.]+\.\w/);
      if (['auth', 'authForm', 'passwordChange'].includes(model.name))
        expect(secrets.size).toBeGreaterThan(0);
    },
  );

  test.each(models)('$name tells no secret in any sample', ({ events, variants }) => {
    const everything = [...events, ...Object.values(variants)];
    const copy = everything.map(message).join('\n');
    for (const value of secretsIn(everything)) expect(copy).not.toContain(JSON.stringify(value));
    expect(copy).not.toMatch(/[\w.]+@[\w.]+\.\w/);
  });

  test('an actor among the values is named, not told', () => {
    const model = models.find(({ name }) => name === 'authForm');
    const actor = createActor(model?.machine as AnyStateMachine, { input: { purpose: 'register' } });
    expect(redact({ child: actor })).toEqual({ child: `‹actor ${actor.sessionId}›` });
  });
});

describe('a copy is bounded', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

  test('forty entries of a list or a set, and how many more there are', () => {
    expect(redact(numbers(40))).toEqual(numbers(40));
    expect(redact(numbers(43))).toEqual([...numbers(40), '… 3 more']);
    expect(redact(new Set(numbers(43)))).toEqual([...numbers(40), '… 3 more']);
  });

  test('forty names of an object, and how many more there are', () => {
    const named = (count: number) => Object.fromEntries(numbers(count).map((at) => [`n${at}`, at]));
    expect(redact(named(40))).toEqual(named(40));
    expect(redact(named(42))).toEqual({ ...named(40), '…': '2 more' });
  });

  test('2,000 characters of a text, without a word that is cut in two', () => {
    const words = 'abcd '.repeat(400);
    expect(redact(words)).toBe(words);
    expect(redact(`${words}efgh`)).toBe(`${words}…`);
    expect(redact(`a${words}efgh`)).toBe(`a${words.slice(0, 1995)}…`);
  });

  test('twelve levels', () => {
    let deep: unknown = 'core';
    for (let level = 0; level < 12; level += 1) deep = { in: deep };
    expect(JSON.stringify(redact(deep))).toContain('core');
    expect(JSON.stringify(redact([deep]))).not.toContain('core');
    expect(JSON.stringify(redact([deep]))).toContain('‹deeper›');
    const nested = (levels: number): unknown => (levels === 0 ? 'core' : [nested(levels - 1)]);
    expect(JSON.stringify(redact(nested(12)))).toContain('core');
    expect(JSON.stringify(redact(nested(13)))).not.toContain('core');
  });
});

test('what a secret field holds is hidden unless it is empty', () => {
  const held = [null, undefined, '', [], ['a'], 0, false, { a: 1 }];
  expect(held.map((token) => (redact({ token }) as { token: unknown }).token)).toEqual([
    null,
    null,
    '',
    [],
    HIDDEN,
    HIDDEN,
    HIDDEN,
    HIDDEN,
  ]);
  // entries of a map too; a key that is no text names nothing
  const map = new Map<unknown, unknown>([
    ['skey', 'K7PM4X'],
    [7, 'seven'],
    ['plain', 'eight'],
  ]);
  expect(redact(map)).toEqual([
    ['skey', HIDDEN],
    [7, 'seven'],
    ['plain', 'eight'],
  ]);
});

test('an API key is hidden wherever it stands, and what only begins like one is not', () => {
  const key = `gt_live_${'a'.repeat(32)}`;
  expect(redact(`with ${key}.`)).toBe(`with ${HIDDEN}.`);
  expect(redact('gt_live_short')).toBe('gt_live_short');
  expect(redact('nothing')).toBe('nothing');
});

test('an actor is told by its name; a thing that has some of its fields is none', () => {
  const send = () => undefined;
  expect(redact({ sessionId: 'x:1', send })).toBe('‹actor x:1›');
  expect(redact({ sessionId: 'x:1' })).toEqual({ sessionId: 'x:1' });
  expect(redact({ send: 'mail' })).toEqual({ send: 'mail' });
  expect(JSON.stringify(redact({ send }))).not.toContain('actor');
  expect(redact({ sessionId: 'x:1', send: 'mail' })).toEqual({ sessionId: 'x:1', send: 'mail' });
});

test('files are told as such', () => {
  expect(redact(new Blob(['a']))).toBe('‹file›');
  expect(redact(new ArrayBuffer(2))).toBe('‹file›');
  expect(redact({ file: { name: 'a' }, blob: null })).toEqual({ file: '‹file›', blob: null });
});
