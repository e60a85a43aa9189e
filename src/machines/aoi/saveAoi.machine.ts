import { assign, fromPromise, sendParent, setup } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { noticeOf, type NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { AoiChanged, AoiSaved } from './aoi.events.ts';

interface SaveAoiContext {
  /** The AOI as WKT; null while there is none. */
  geom: string | null;
  name: string;
  refusal: NoticeText | null;
  /** What the server says of the refusal. */
  reason: NoticeText | null;
}
export type SaveAoiEvent =
  | AoiChanged
  | { type: 'saving.opened' }
  | { type: 'saving.closed' }
  | { type: 'name.changed'; name: string }
  | { type: 'saving.submitted' };

const NO_MESSAGE = { refusal: null, reason: null };

/** The save-AOI dialog (§2, §5 Save AOI). */
export const saveAoiMachine = setup({
  types: { context: {} as SaveAoiContext, events: {} as SaveAoiEvent },
  actors: {
    /** POST /web/useraoi/cm/save. */
    saveAoi: fromPromise<void, { name: string; geom: string }>(notProvided('saveAoi')),
  },
  actions: {
    noteAoi: assign(({ event }) => (event.type === 'aoi.changed' ? { geom: event.aoi?.wkt ?? null } : {})),
    takeName: assign(({ event }) =>
      event.type === 'name.changed' ? { name: event.name.slice(0, FIELD.aoiName), ...NO_MESSAGE } : {},
    ),
    startAnew: assign({ name: '', ...NO_MESSAGE }),
    sayNotFound: sendParent(noticeOf('error', { key: 'errors.aoiNotFound' })),
    saySaved: sendParent(noticeOf('success', { key: 'notice.saveSuccess' })),
    tellSaved: sendParent({ type: 'aoi.saved' } satisfies AoiSaved),
  },
  guards: {
    hasAoi: ({ context }) => context.geom !== null,
    isComplete: ({ context }) => context.name.trim() !== '' && context.geom !== null,
    isGone: ({ event }) => event.type === 'aoi.changed' && event.aoi === null,
  },
}).createMachine({
  id: 'saveAoi',
  context: { geom: null, name: '', ...NO_MESSAGE },
  initial: 'closed',
  on: { 'aoi.changed': { actions: 'noteAoi' } },
  states: {
    closed: {
      entry: 'startAnew',
      on: {
        'saving.opened': [
          { guard: 'hasAoi', target: 'editing' },
          // §5: with no AOI, 'AOI not found'
          { actions: 'sayNotFound' },
        ],
      },
    },
    editing: {
      on: {
        'name.changed': { actions: 'takeName' },
        'saving.submitted': [
          { guard: 'isComplete', target: 'submitting', actions: assign(NO_MESSAGE) },
          { actions: assign({ refusal: { key: 'errors.incomplete' } }) },
        ],
        'saving.closed': 'closed',
        // undone meanwhile by a key: there is nothing left to save
        'aoi.changed': [
          { guard: 'isGone', target: 'closed', actions: ['noteAoi', 'sayNotFound'] },
          { actions: 'noteAoi' },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'saveAoi',
        src: 'saveAoi',
        input: ({ context }) => ({ name: context.name.trim(), geom: context.geom ?? '' }),
        onDone: { target: 'closed', actions: ['saySaved', 'tellSaved'] },
        onError: {
          target: 'editing',
          // §8 AOI save failure: these words; what the server says beside them is the reason
          actions: assign(({ event }) => ({
            refusal: { key: 'errors.saveFailed' },
            reason: serverMessageOf(event.error),
          })),
        },
      },
    },
  },
});
