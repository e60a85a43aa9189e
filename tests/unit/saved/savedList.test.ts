import type { Id } from '../../../contract/calls/envelope.ts';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, SimulatedClock, type EventObject } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { DELETE_UNDO_MS } from '../../../contract/limits.ts';
import { type SavedItem, savedListMachine } from '../../../src/machines/saved/savedList.machine.ts';
import {
  itemsTotal,
  shownItems,
  undoableCount,
  undoableName,
} from '../../../src/machines/saved/saved.selectors.ts';
import { pageCountOf, shownPage } from '../../../src/machines/shared/pages.rules.ts';

const item = (id: number): SavedItem => ({ id, name: `Area ${id}`, ctime: '2026-11-20T08:00:00Z' });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An open list of the given number of items, on a server that fails to delete number 13. */
async function openList(count: number) {
  const clock = new SimulatedClock();
  const kept = new Map<Id, SavedItem>(Array.from({ length: count }, (_, at) => [at + 1, item(at + 1)]));
  const sent: Id[] = [];
  const atOnce: Id[] = [];
  const heard: EventObject[] = [];
  const machine = savedListMachine<SavedItem>().provide({
    actors: {
      listItems: fromPromise(async () => ({ list: [...kept.values()] })),
      deleteItem: fromPromise(async ({ input }) => {
        sent.push(input.id);
        if (input.id === 13) throw new CallError('refused', 'It is locked.');
        kept.delete(input.id);
      }),
      watchLeaving: fromCallback(() => undefined),
    },
    actions: { sendAtOnce: (_, { ids }) => void atOnce.push(...ids) },
  });
  const parent = setup({ actors: { list: machine } }).createMachine({
    invoke: { id: 'list', src: 'list' },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  const list = actor.getSnapshot().children.list;
  if (list === undefined) throw new Error('no list');
  list.send({ type: 'panel.opened' });
  await settled();
  const ids = () => shownItems<SavedItem>(list.getSnapshot()).map(({ id }) => id);
  const later = async (ms: number) => {
    clock.increment(ms);
    await settled();
  };
  return { list, kept, sent, atOnce, heard, ids, later };
}

describe('delete with undo for 5 s before the call is sent', () => {
  test('it is gone from the list at once; the call is sent after 5 seconds', async () => {
    const { list, sent, ids, later, kept } = await openList(3);
    list.send({ type: 'deletion.requested', id: 2 });
    expect(ids()).toEqual([1, 3]);
    expect(undoableName(list.getSnapshot())).toBe('Area 2');
    await later(DELETE_UNDO_MS - 1);
    expect(sent).toEqual([]);
    await later(1);
    expect(sent).toEqual([2]);
    expect(kept.has(2)).toBe(false);
    expect(ids()).toEqual([1, 3]);
  });

  test('undone in time, it is back where it was and no call is ever sent', async () => {
    const { list, sent, ids, later } = await openList(3);
    list.send({ type: 'deletion.requested', id: 2 });
    await later(DELETE_UNDO_MS - 1);
    list.send({ type: 'deletion.undone' });
    expect(ids()).toEqual([1, 2, 3]);
    await later(DELETE_UNDO_MS * 2);
    expect(sent).toEqual([]);
  });

  test('a further deletion begins the 5 seconds anew; undo brings back all that are held', async () => {
    const { list, sent, ids, later } = await openList(3);
    list.send({ type: 'deletion.requested', id: 1 });
    await later(4000);
    list.send({ type: 'deletion.requested', id: 3 });
    await later(4000);
    expect(sent).toEqual([]);
    expect(undoableCount(list.getSnapshot())).toBe(2);
    list.send({ type: 'deletion.undone' });
    expect(ids()).toEqual([1, 2, 3]);
  });

  test('several are sent one after the other; one that fails stands in the list again, and it is said', async () => {
    const { list, sent, ids, later, heard } = await openList(14);
    for (const id of [12, 13, 14]) list.send({ type: 'deletion.requested', id });
    await later(DELETE_UNDO_MS);
    for (let turn = 0; turn < 4; turn += 1) await settled();
    expect(sent).toEqual([12, 13, 14]);
    list.send({ type: 'page.chosen', page: 2 });
    expect(ids()).toEqual([11, 13]);
    expect(heard).toContainEqual({
      type: 'notice.raised',
      topic: 'deletion',
      tone: 'error',
      message: { text: 'It is locked.' },
    });
  });

  test('a closed panel changes nothing: it can be opened again in time', async () => {
    const { list, sent, ids, later } = await openList(3);
    list.send({ type: 'deletion.requested', id: 2 });
    list.send({ type: 'panel.closed' });
    await later(2000);
    list.send({ type: 'panel.opened' });
    await settled();
    // a reload still contains it, but it stays hidden
    expect(ids()).toEqual([1, 3]);
    list.send({ type: 'deletion.undone' });
    expect(ids()).toEqual([1, 2, 3]);
    expect(sent).toEqual([]);
  });

  test('whoever leaves the page means it: what is held is sent at once', async () => {
    const { list, sent, atOnce, later } = await openList(3);
    list.send({ type: 'deletion.requested', id: 2 });
    list.send({ type: 'page.left' });
    expect(atOnce).toEqual([2]);
    await later(DELETE_UNDO_MS);
    expect(sent).toEqual([]);
  });

  test('the portal knows what the server has not heard of', async () => {
    const { list, heard, later } = await openList(3);
    list.send({ type: 'deletion.requested', id: 2 });
    expect(heard.at(-1)).toEqual({ type: 'deletions.pending', ids: [2] });
    await later(DELETE_UNDO_MS);
    await settled();
    expect(heard.at(-1)).toEqual({ type: 'deletions.pending', ids: [] });
  });
});

describe('§9 List page size: 10', () => {
  test('the last page goes with its last row', async () => {
    const { list, ids } = await openList(11);
    expect(ids()).toHaveLength(10);
    expect(pageCountOf(itemsTotal(list.getSnapshot()))).toBe(2);
    list.send({ type: 'page.chosen', page: 2 });
    expect(ids()).toEqual([11]);
    list.send({ type: 'deletion.requested', id: 11 });
    expect(shownPage(list.getSnapshot())).toBe(1);
    expect(itemsTotal(list.getSnapshot())).toBe(10);
  });
});
