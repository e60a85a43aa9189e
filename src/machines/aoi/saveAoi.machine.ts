import { assign, fromPromise, sendParent, setup } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { withKept, type Kept } from '../shared/kept.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { AoiChanged, AoiSaved } from './aoi.events.ts';

interface SaveAoiContext {
  /** The AOI as WKT; null if there is none. */
  geom: string | null;
  /** The name that the dialog offers: the place under the AOI, and the day. */
  offered: string;
  name: string;
  kept: Kept | undefined;
  refusal: NoticeText | null;
  /** The server's message about the refusal. */
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
  types: {
    context: {} as SaveAoiContext,
    events: {} as SaveAoiEvent,
    /** The name that was typed before a reload (decision 172). */
    input: {} as { kept?: Kept } | undefined,
  },
  actors: {
    /** POST /web/useraoi/cm/save. */
    saveAoi: fromPromise<void, { name: string; geom: string }>(notProvided('saveAoi')),
  },
  actions: {
    storeAoi: assign(({ event }) => (event.type === 'aoi.changed' ? { geom: event.aoi?.wkt ?? null } : {})),
    storeName: assign(({ event }) =>
      event.type === 'name.changed' ? { name: event.name.slice(0, FIELD.aoiName), ...NO_MESSAGE } : {},
    ),
    keepName: ({ context: { kept, name } }) => kept?.write({ name }),
    forgetName: ({ context: { kept } }) => kept?.write(null),
    offerName: assign(({ context: { offered } }) => ({ name: offered, ...NO_MESSAGE })),
    restoreName: assign(({ context: { kept } }) => withKept({ name: '' }, kept)),
    raiseNotFound: sendParent(noticeOf('save AOI', 'error', { key: 'errors.aoiNotFound' })),
    raiseSaved: sendParent(noticeOf('save AOI', 'success', { key: 'notice.saveSuccess' })),
    dropNotice: sendParent(noticeOutdated('save AOI')),
    notifySaved: sendParent({ type: 'aoi.saved' } satisfies AoiSaved),
  },
  guards: {
    hasAoi: ({ context }) => context.geom !== null,
    isComplete: ({ context }) => context.name.trim() !== '' && context.geom !== null,
    hasKeptName: ({ context: { kept }, event }) =>
      event.type === 'aoi.changed' && event.aoi !== null && withKept({ name: '' }, kept).name !== '',
    isGone: ({ event }) => event.type === 'aoi.changed' && event.aoi === null,
  },
}).createMachine({
  id: 'saveAoi',
  context: ({ input }) => ({ geom: null, offered: '', name: '', kept: input?.kept, ...NO_MESSAGE }),
  initial: 'closed',
  on: { 'aoi.changed': { actions: ['storeAoi', 'dropNotice'] } },
  states: {
    closed: {
      on: {
        'saving.opened': [
          { guard: 'hasAoi', target: 'editing', actions: ['dropNotice', 'offerName'] },
          // §5: with no AOI, 'AOI not found'
          { actions: 'raiseNotFound' },
        ],
        // after a reload the AOI comes from the address
        'aoi.changed': [
          { guard: 'hasKeptName', target: 'editing', actions: ['storeAoi', 'restoreName'] },
          { actions: ['storeAoi', 'dropNotice'] },
        ],
      },
    },
    editing: {
      on: {
        'name.changed': { actions: ['storeName', 'keepName'] },
        'saving.submitted': [
          { guard: 'isComplete', target: 'submitting', actions: assign(NO_MESSAGE) },
          { actions: assign({ refusal: { key: 'errors.incomplete' } }) },
        ],
        'saving.closed': { target: 'closed', actions: 'forgetName' },
        // the AOI can be undone by a key while the dialog is open
        'aoi.changed': [
          { guard: 'isGone', target: 'closed', actions: ['storeAoi', 'forgetName', 'raiseNotFound'] },
          { actions: 'storeAoi' },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'saveAoi',
        src: 'saveAoi',
        input: ({ context }) => ({ name: context.name.trim(), geom: context.geom ?? '' }),
        onDone: { target: 'closed', actions: ['forgetName', 'raiseSaved', 'notifySaved'] },
        onError: {
          target: 'editing',
          // §8 AOI save failure: this message; the server's message is the reason
          actions: assign(({ event }) => ({
            refusal: { key: 'errors.saveFailed' },
            reason: serverMessageOf(event.error),
          })),
        },
      },
    },
  },
});
