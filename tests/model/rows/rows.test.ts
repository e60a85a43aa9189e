import { describe, expect, test } from 'vitest';
import type { CallError } from '../../../contract/calls/callError.ts';
import { creditsRefusal, exportStartOf } from '../../../src/machines/imagery/imageryExport.machine.ts';
import english from '../../fixtures/texts/en.ts';
import type { ModelEvent } from '../paths/explore.ts';
import { replayed } from '../paths/replay/replayed.ts';
import { after, done } from '../shared/outcomes.ts';
import { taskingInput } from '../orders/orderFormModels.ts';
import * as sample from '../shared/samples.ts';

/** The server's reply that a submit made nothing. */
const MADE_NOTHING = done('settleSubmit', { made: null });

/** Specification rows implemented by machines, verbatim (tests/rows). */

const failed = (id: string, error: unknown): ModelEvent => ({ type: `xstate.error.actor.${id}`, error });
const { refused, silent, offline } = sample.failures;
const message = (key: string) => ({ key });
const SERVER = expect.objectContaining({ text: 'The server says no.' }) as unknown;

const SIGNED_IN = [
  done('fetchSettings', sample.settings),
  done('fetchUser', sample.user),
  done('openWorkspace'),
];
const page = { list: [sample.order('GT-1', 3)], total: 1 };

describe('§4 Order status', () => {
  const cancelled = (end: ModelEvent) =>
    replayed('orders', [
      { type: 'panel.opened' },
      done('listOrders', page),
      { type: 'cancel.requested', orderNum: 'GT-1' },
      { type: 'cancel.confirmed' },
      end,
    ]);

  test('cancel success reloads the list', async () => {
    const { last } = await cancelled(done('cancelOrder'));
    expect(last.called).toEqual([{ actor: 'listOrders', input: { kind: 'archive', page: 1 } }]);
    expect(last.tags).toContain('busy');
  });

  test('a failed cancel reloads the list too: it shows the status that forbids it', async () => {
    for (const error of [refused, silent, offline]) {
      const { last } = await cancelled(failed('cancelOrder', error));
      expect(last.called).toEqual([{ actor: 'listOrders', input: { kind: 'archive', page: 1 } }]);
    }
  });

  test("cancel failure: server message or 'Operation failed' (success: 'Operation success')", async () => {
    const notice = async (end: ModelEvent) => (await cancelled(end)).last.notified[0]?.['message'];
    expect(await notice(done('cancelOrder'))).toEqual(message('notice.operationSuccess'));
    expect(await notice(failed('cancelOrder', refused))).toEqual(SERVER);
    for (const error of [silent, offline])
      expect(await notice(failed('cancelOrder', error))).toEqual(message('errors.operationFailed'));
    expect(english.notice.operationSuccess).toBe('Operation success');
    expect(english.errors.operationFailed).toBe('Operation failed');
  });
});

describe('§4 Tasking form', () => {
  const name = { type: 'draft.changed', patch: { orderName: 'Harbour' } };
  const terms = { type: 'terms.toggled' };
  const priced = [after('PRICE_DELAY', 'tasking.editing.settling'), done('fetchPrice', sample.price)];

  test('tasking form: the submit button is disabled until a price is obtained and the terms are agreed', async () => {
    const can = async (events: ModelEvent[]) =>
      (await replayed('tasking', events)).last.can.includes('submit.requested');
    expect(await can([name, terms])).toBe(false);
    expect(await can([name, terms, priced[0]!])).toBe(false);
    expect(await can([name, ...priced])).toBe(false);
    expect(await can([name, terms, ...priced])).toBe(true);
    expect(await can([name, terms, ...priced, terms])).toBe(false);
  });

  test('tasking order form: orderName required', async () => {
    const { last } = await replayed('tasking', [terms, ...priced, { type: 'submit.requested' }]);
    expect(last.value).toEqual({ editing: 'priced' });
    expect(last.changed['nameRefusal']).toEqual(message('errors.orderNameMissing'));
  });

  test('on success the dialog closes and a tasking-order-update event fires', async () => {
    const { last } = await replayed('portal', [
      ...SIGNED_IN,
      { type: 'taskingForm.requested', start: taskingInput.start, aoi: sample.smallAoi },
      done('tasking', { receipt: { orderNum: 'GT-20261121-0001' } }),
    ]);
    expect(last.value).toMatchObject({ session: { signedIn: 'noForm' } });
    expect(last.sent).toContainEqual({ to: 'orders.tasking', type: 'list.outdated' });
  });

  test.each([
    {
      what: 'tasking',
      machine: 'tasking',
      id: 'submit',
      way: [name, terms, ...priced, { type: 'submit.requested' }, { type: 'order.confirmed' }],
    },
    {
      what: 'imagery export',
      machine: 'imageryExport',
      id: 'submit',
      way: [
        { type: 'draft.changed', patch: { taskName: 'Harbour' } },
        done('fetchPrice', { cost: 5, balance: 10, estimate: null }),
        { type: 'submit.requested' },
      ],
    },
  ])("$what submit failure: server message or 'submit failed'", async ({ machine, id, way }) => {
    const refusal = async (error: CallError) =>
      (await replayed(machine, [...way, failed(id, error), MADE_NOTHING])).last.changed['submitRefusal'];
    expect(await refusal(refused)).toEqual(SERVER);
    expect(await refusal(silent)).toEqual(message('errors.submitFailed'));
    // an unanswered submit may have made an order (decision 140)
    expect(await refusal(offline)).toBeUndefined();
    expect(english.errors.submitFailed).toBe('submit failed');
  });
});

describe('§4 Other events', () => {
  test('saving an AOI fires an AOI-update event', async () => {
    const { last } = await replayed('saveAoi', [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'saving.opened' },
      { type: 'name.changed', name: 'Harbour' },
      { type: 'saving.submitted' },
      done('saveAoi'),
    ]);
    expect(last.notified).toContainEqual({ type: 'aoi.saved' });
    const street = await replayed('portal', [...SIGNED_IN, { type: 'aoi.saved' }]);
    expect(street.last.sent).toContainEqual({ to: 'savedAois', type: 'list.outdated' });
  });

  test('an imagery export fires an imagery export task update event', async () => {
    const { last } = await replayed('portal', [
      ...SIGNED_IN,
      { type: 'imageryExportForm.requested', layer: { id: 1, name: 'Harbour' }, aoi: sample.smallAoi },
      done('imageryExport', { receipt: { orderNum: null } }),
    ]);
    expect(last.sent).toContainEqual({ to: 'exports.imagery', type: 'list.outdated' });
  });
});

describe('§4 Map', () => {
  const ready = after('MAP_INIT_DELAY', 'map.waiting');

  test.each([
    { mode: 'Box', state: 'box' },
    { mode: 'Polygon', state: 'polygon' },
  ])('drawing starts in $mode mode and emits a draw event on completion', async ({ mode, state }) => {
    const { seen } = await replayed('map', [
      ready,
      { type: 'draw.chosen', mode },
      { type: 'shape.completed', geometry: sample.smallArea },
    ]);
    expect(seen[2]!.value).toEqual({ ready: { drawing: state } });
    expect(seen[3]!.notified.map(({ type }) => type)).toEqual(['aoi.drawn']);
    expect(seen[3]!.value).toEqual({ ready: 'browsing' });
  });

  test('measure modes: 0 clear, 1 distance, 2 area', async () => {
    const { seen } = await replayed('map', [
      ready,
      { type: 'measure.chosen', mode: 1 },
      {
        type: 'measure.completed',
        line: {
          kind: 'distance',
          positions: [
            [103, 1],
            [104, 1],
          ],
        },
      },
      { type: 'measure.chosen', mode: 2 },
      { type: 'measures.cleared' },
    ]);
    expect(seen[2]!.value).toEqual({ ready: { measuring: 'distance' } });
    expect(seen[4]!.value).toEqual({ ready: { measuring: 'area' } });
    expect(seen[5]!.changed['measures']).toEqual([]);
  });

  test('opening the compare roller sets a flag, and closing it clears the flag', async () => {
    const { seen } = await replayed('map', [ready, { type: 'compare.toggled' }, { type: 'compare.toggled' }]);
    expect(seen[2]!.notified).toContainEqual({ type: 'compare.opened' });
    expect(seen[3]!.notified).toContainEqual({ type: 'compare.closed' });
    const bar = await replayed('shell', [{ type: 'compare.opened' }, { type: 'compare.closed' }]);
    expect(bar.seen[1]!.value).toBe('covered');
    expect(bar.seen[2]!.value).not.toBe('covered');
  });
});

describe('§5 and §8 of forms with a name', () => {
  const opened = [{ type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' }, { type: 'saving.opened' }];

  test("Save AOI: name and geometry both required ('Incomplete information')", async () => {
    const { last } = await replayed('saveAoi', [
      ...opened,
      { type: 'name.changed', name: '  ' },
      { type: 'saving.submitted' },
    ]);
    expect(last.value).toBe('editing');
    expect(last.changed['refusal']).toEqual(message('errors.incomplete'));
    expect(english.errors.incomplete).toBe('Incomplete information');
  });

  test("Save AOI: with no AOI: 'AOI not found'", async () => {
    const { last } = await replayed('saveAoi', [{ type: 'saving.opened' }]);
    expect(last.notified[0]).toMatchObject({ type: 'notice.raised', message: message('errors.aoiNotFound') });
    expect(last.value).toBe('closed');
    expect(english.errors.aoiNotFound).toBe('AOI not found');
  });

  const saving = [...opened, { type: 'name.changed', name: 'Harbour' }, { type: 'saving.submitted' }];
  test.each([
    { what: 'AOI save', machine: 'saveAoi', id: 'saveAoi', way: saving },
    {
      what: 'rename',
      machine: 'exportRename',
      id: 'renameExport',
      way: [{ type: 'name.changed', name: 'Port' }, { type: 'rename.submitted' }],
    },
  ])("$what failure: 'save failed'", async ({ machine, id, way }) => {
    for (const error of [refused, silent, offline]) {
      const { last } = await replayed(machine, [...way, failed(id, error)]);
      expect(last.value).toBe('editing');
      expect(last.changed['refusal']).toEqual(message('errors.saveFailed'));
    }
    expect(english.errors.saveFailed).toBe('save failed');
  });

  test.each([
    {
      words: 'Save failed',
      text: english.errors.searchSaveFailed,
      shown: message('errors.searchSaveFailed'),
      machine: 'saveSearch',
      field: 'refusal',
      settles: false,
      id: 'saveSearch',
      way: [{ type: 'name.changed', name: 'Harbour' }, { type: 'saving.submitted' }],
    },
    {
      words: 'Submit failed',
      text: english.errors.orderSubmitFailed,
      shown: message('errors.orderSubmitFailed'),
      machine: 'sceneOrder',
      field: 'submitRefusal',
      settles: true,
      id: 'submit',
      way: [
        { type: 'draft.changed', patch: { orderName: 'Harbour' } },
        { type: 'terms.toggled' },
        done('fetchPrice', sample.price),
        { type: 'submit.requested' },
        { type: 'order.confirmed' },
      ],
    },
  ])(
    '$words: the save of a search, the submit of an archive order',
    async ({ words, text, shown, machine, field, id, way, settles }) => {
      const shownAfter = async (error: CallError) =>
        (await replayed(machine, [...way, failed(id, error), ...(settles ? [MADE_NOTHING] : [])])).last
          .changed[field];
      expect(await shownAfter(silent)).toEqual(shown);
      expect(await shownAfter(offline)).toEqual(settles ? undefined : shown);
      expect(text).toBe(words);
    },
  );

  test('rename export task: a non-empty name is required (silent otherwise)', async () => {
    const { last } = await replayed('exportRename', [
      { type: 'name.changed', name: '  ' },
      { type: 'rename.submitted' },
    ]);
    expect(last).toMatchObject({ value: 'editing', changed: {}, notified: [], called: [], did: [] });
    expect(last.can).not.toContain('rename.submitted');
  });

  test("'Failed to submit the export task.'", async () => {
    const { last } = await replayed('sceneExport', [
      { type: 'draft.changed', patch: { name: 'Harbour' } },
      { type: 'export.submitted' },
      failed('submitExport', silent),
    ]);
    expect(last.changed['refusal']).toEqual(message('errors.exportSubmitFailed'));
    expect(english.errors.exportSubmitFailed).toBe('Failed to submit the export task.');
  });
});

describe('§5 Imagery export', () => {
  const layer = { id: 1, name: 'Harbour' };

  test.each([[[]], [[layer, { id: 2, name: 'Coast' }]]])(
    "exactly one layer selected ('Please select only one layer for export'): not %j",
    (layers) => {
      expect(exportStartOf(layers, sample.smallAoi).refusal).toEqual(message('errors.oneLayer'));
      expect(english.errors.oneLayer).toBe('Please select only one layer for export');
      expect(exportStartOf([layer], sample.smallAoi)).toMatchObject({ layer, refusal: null });
    },
  );

  test("AOI required ('Please draw AOI first')", () => {
    expect(exportStartOf([layer], null).refusal).toEqual(message('errors.aoiNotDrawn'));
    expect(english.errors.aoiNotDrawn).toBe('Please draw AOI first');
  });

  test('AOI area at most 10000 km²', () => {
    const start = (areaKm2: number) => exportStartOf([layer], { ...sample.smallAoi, areaKm2 }).refusal;
    expect(start(10_000)).toBeNull();
    expect(start(10_000.1)).toEqual({ key: 'errors.areaOverLimit', params: { limit: 10_000 } });
  });

  const name = { type: 'draft.changed', patch: { taskName: 'Harbour' } };
  const quoted = (cost: number) => done('fetchPrice', { cost, balance: 100, estimate: null });

  test("expected cost must not exceed the credits balance ('The credits is not enough')", async () => {
    const submitted = async (cost: number) =>
      (await replayed('imageryExport', [name, quoted(cost), { type: 'submit.requested' }])).last.value;
    expect(await submitted(100)).toBe('submitting');
    expect(await submitted(101)).toEqual({ editing: 'priced' });
    expect(creditsRefusal({ cost: 100, balance: 100, estimate: null })).toBeNull();
    expect(creditsRefusal({ cost: 101, balance: 100, estimate: null })).toEqual(
      message('errors.creditsShort'),
    );
    expect(english.errors.creditsShort).toBe('The credits is not enough');
  });

  test('taskName required', async () => {
    const { last } = await replayed('imageryExport', [quoted(1), { type: 'submit.requested' }]);
    expect(last.value).toEqual({ editing: 'priced' });
    expect(last.changed['nameRefusal']).toEqual(message('errors.incomplete'));
  });
});

describe('§8: accounts', () => {
  const draft = {
    firstName: 'Mei',
    lastName: 'Lin',
    email: sample.user.email,
    upass: 'harbour-2026',
    company: 'Harbourline',
    vcode: 'K7PM4X',
  };
  const refusalOf = async (form: string, way: ModelEvent[], error: CallError) =>
    (await replayed('authForm', [...way, failed('submitForm', error)], form)).last.changed['refusal'];

  test("register failure: server message or 'Failed to register'", async () => {
    const way = [{ type: 'draft.changed', patch: draft }, { type: 'form.submitted' }];
    expect(await refusalOf('an empty registration', way, refused)).toEqual(SERVER);
    expect(await refusalOf('an empty registration', way, silent)).toEqual(message('errors.registerFailed'));
    expect(english.errors.registerFailed).toBe('Failed to register');
  });

  test("reset failure: server message or 'Failed to reset'", async () => {
    const patch = { email: draft.email, vcode: draft.vcode };
    const way = [{ type: 'draft.changed', patch }, { type: 'form.submitted' }];
    expect(await refusalOf('an empty password reset', way, refused)).toEqual(SERVER);
    expect(await refusalOf('an empty password reset', way, silent)).toEqual(message('errors.resetFailed'));
    expect(english.errors.resetFailed).toBe('Failed to reset');
  });
});

test.each([
  ['submit success', english.notice.submitSuccess],
  ['save success', english.notice.saveSuccess],
  ['Share link copied.', english.notice.shareLinkCopied],
  ['Export finished: {{name}}', english.notice.exportDone],
  ['save failed', english.errors.saveFailed],
  ['submit failed', english.errors.submitFailed],
])("the catalogue has '%s' as %s", (words, text) => {
  expect(text).toBe(words);
});
