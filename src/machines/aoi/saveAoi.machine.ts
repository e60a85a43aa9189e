import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { utcDayOf } from '../shared/days.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { type Kept, withKept } from '../shared/kept.ts';
import { middleOf, offeredName } from '../shared/names.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import type { AoiChanged, AoiNamed } from './aoi.machine.ts';
import type { AoiSaved } from './aoi.rules.ts';

interface SaveAoiContext {
  /** The AOI as WKT; null if there is none. */
  geom: string | null;
  /** The name that the dialog offers: the place under the AOI, and the day. */
  offered: string;
  now: (() => Date) | undefined;
  name: string;
  kept: Kept | undefined;
  refusal: NoticeText | null;
  reason: NoticeText | null;
}
export type SaveAoiEvent =
  | AoiChanged
  | AoiNamed
  | { type: 'saving.opened' }
  | { type: 'saving.closed' }
  | { type: 'name.changed'; name: string }
  | { type: 'saving.submitted' };

/** The place, or where the AOI is, and the day. Without a clock, in tests, nothing is offered. */
function aoiName(aoi: Aoi | null, place: string | null, now: (() => Date) | undefined): string {
  const where = place ?? (aoi && middleOf(aoi));
  return now === undefined || where === null ? '' : offeredName([where, utcDayOf(now())], FIELD.aoiName);
}
const NO_MESSAGE = { refusal: null, reason: null };

/** The save-AOI dialog (§2, §5 Save AOI). */
export const saveAoiMachine = setup({
  types: {
    context: {} as SaveAoiContext,
    events: {} as SaveAoiEvent,
    /** The name that was typed before a reload (decision 156). */
    input: {} as { kept?: Kept; now?: () => Date } | undefined,
  },
  actors: {
    /** POST /web/useraoi/cm/save. */
    saveAoi: fromPromise<void, { name: string; geom: string }>(notProvided('saveAoi')),
  },
  actions: {
    storeAoi: assign(({ context, event }) =>
      event.type === 'aoi.changed'
        ? { geom: event.aoi?.wkt ?? null, offered: aoiName(event.aoi, null, context.now) }
        : {},
    ),
    // a typed name stays
    nameOffered: assign(({ context, event }) => {
      if (event.type !== 'aoi.named' || event.wkt !== context.geom || event.place === null) return {};
      const offered = aoiName(null, event.place, context.now);
      return { offered, ...(context.name === context.offered && { name: offered }) };
    }),
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
  context: ({ input }) => ({
    geom: null,
    offered: '',
    name: '',
    kept: input?.kept,
    now: input?.now,
    ...NO_MESSAGE,
  }),
  initial: 'closed',
  on: {
    'aoi.changed': { actions: ['storeAoi', 'dropNotice'] },
    'aoi.named': { actions: 'nameOffered' },
  },
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

export const isSavingOpen = (saving: SnapshotFrom<typeof saveAoiMachine>): boolean =>
  !saving.matches('closed');
