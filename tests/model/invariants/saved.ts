import { invariant, isAnswer, isIn, type Invariants } from './invariant.ts';

interface SavedList {
  list: { id: number }[];
  page: number;
  pending: number[];
  due: number[];
}
const unsent = ({ pending, due }: SavedList) => [...due, ...pending];

const savedList: Invariants = {
  'held and due deletions are lost only by undo, by their call and by leaving': invariant<SavedList>(
    ({ before, context, event }) => {
      if (before === null) return true;
      const kept = unsent(context);
      const lost = unsent(before).filter((id) => !kept.includes(id));
      if (event?.type === 'deletion.undone' || event?.type === 'page.left')
        return lost.every((id) => before.pending.includes(id));
      if (isAnswer(event, 'deleteItem')) return lost.every((id) => id === before.due[0]);
      return lost.length === 0;
    },
    {
      before: { pending: [2], due: [1] },
      context: { pending: [], due: [2] },
      event: { type: 'xstate.after.DELETE_UNDO.savedList.holding.pending' },
    },
  ),
  'no deletion is held or due twice': invariant<SavedList>(
    ({ context }) => new Set(unsent(context)).size === unsent(context).length,
    { context: { pending: [1], due: [1] } },
  ),
  'what can be undone is held, and what is due is being sent': invariant<SavedList>(
    ({ value, context }) =>
      isIn(value, 'holding', 'pending') === context.pending.length > 0 &&
      (context.due.length === 0 || isIn(value, 'sending', 'sending')),
    { value: { holding: 'none', sending: 'idle' }, context: { pending: [], due: [1] } },
  ),
  'a deleted item can not be deleted again': invariant<SavedList>(
    ({ context, can }) => unsent(context).every((id) => !can({ type: 'deletion.requested', id })),
    { context: { pending: [1], due: [] }, can: () => true },
  ),
  'pages begin at 1': invariant<SavedList>(({ context }) => context.page >= 1, { context: { page: 0 } }),
};

const savedSearches: Invariants = {
  'a search is restored only if one was selected': invariant<{ recalling: unknown }>(
    ({ context, running }) => !running.includes('fetchDump') || context.recalling !== null,
    { context: { recalling: null }, running: ['fetchDump'] },
  ),
  'a link belongs to a shared search': invariant<{ sharing: unknown; link: unknown }>(
    ({ context }) => context.link === null || context.sharing !== null,
    { context: { sharing: null, link: 'https://portal.example/?skey=k' } },
  ),
};

/** A dialog that asks for a name before it saves. */
const named = (state: string): Invariants => ({
  'nothing is saved without a name': invariant<{ name: string }>(
    ({ value, context }) => !isIn(value, state) || context.name.trim() !== '',
    { value: state, context: { name: ' ' } },
  ),
  'no refusal stays while it is saved again': invariant<{ refusal: unknown }>(
    ({ value, context }) => !isIn(value, state) || context.refusal === null,
    { value: state, context: { refusal: { key: 'errors.saveFailed' } } },
  ),
});

const saveAoi: Invariants = {
  ...named('submitting'),
  'saving begins with an AOI': invariant<{ geom: string | null }>(
    ({ value, context, event }) =>
      event?.type !== 'saving.submitted' || !isIn(value, 'submitting') || context.geom !== null,
    { value: 'submitting', context: { geom: null }, event: { type: 'saving.submitted' } },
  ),
};

const sharedSearch: Invariants = {
  'a shared search and its refusal are never both there': invariant<{ shared: unknown; refusal: unknown }>(
    ({ context }) => context.shared === null || context.refusal === null,
    { context: { shared: {}, refusal: { key: 'errors.shareNotLoaded' } } },
  ),
};

interface Exports {
  page: number;
  awaited: string[];
  renamed: unknown;
  cancelling: unknown;
}
const exports: Invariants = {
  'an export is awaited once': invariant<Exports>(
    ({ context: { awaited } }) => new Set(awaited).size === awaited.length,
    { context: { awaited: ['1', '1'] } },
  ),
  'a cancel and a rename name their export': invariant<Exports>(
    ({ context, running }) =>
      (!running.includes('cancelExport') || context.cancelling !== null) &&
      (!running.includes('rename') || context.renamed !== null),
    { context: { cancelling: null, renamed: null }, running: ['cancelExport'] },
  ),
  'pages begin at 1': invariant<Exports>(({ context }) => context.page >= 1, { context: { page: 0 } }),
};

export const savedInvariants: Readonly<Record<string, Invariants>> = {
  savedList,
  savedSearches,
  saveSearch: named('submitting'),
  exportRename: named('saving'),
  saveAoi,
  sharedSearch,
  exports,
};
