import { assign, fromPromise, setup } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { SaveSearchRequest } from '../../../contract/saved.ts';
import type { SaveSearchFormRequested } from '../search/search.events.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { type Kept, withKept } from '../shared/kept.ts';
import { type NameOffered, reoffered } from '../shared/names.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import { saveSearchRequestOf } from './saved.rules.ts';

type SaveSearchInput = Omit<SaveSearchFormRequested, 'type'> & {
  /** The offered name. */
  name?: string | undefined;
  /** The name, which survives a reload (decision 156). */
  kept?: Kept | undefined;
};
/** `watched`: the search of which a watch is to be made. */
export interface SaveSearchOutput {
  isSaved: boolean;
  watched: { searchId: number; name: string } | null;
}
interface SaveSearchContext {
  search: SaveSearchInput;
  offered: string;
  name: string;
  refusal: NoticeText | null;
  reason: NoticeText | null;
  isSaved: boolean;
  /** The id of the saved search; null if the back end doesn't say. */
  savedId: number | null;
}
export type SaveSearchEvent =
  | NameOffered
  | { type: 'name.changed'; name: string }
  | { type: 'saving.submitted' }
  | { type: 'saving.closed' };

const offeredIn = ({ name }: Pick<SaveSearchInput, 'name'>): string => name?.slice(0, FIELD.aoiName) ?? '';
const NO_MESSAGE = { refusal: null, reason: null };

/** The dialog that saves the shown search with its results (decision 8). */
export const saveSearchMachine = setup({
  types: {
    context: {} as SaveSearchContext,
    events: {} as SaveSearchEvent,
    input: {} as SaveSearchInput,
    output: {} as SaveSearchOutput,
  },
  actors: {
    /** POST /web/usersearchrecord/cm/save. */
    saveSearch: fromPromise<number | null, SaveSearchRequest>(notProvided('saveSearch')),
  },
  guards: { hasName: ({ context }) => context.name.trim() !== '' },
}).createMachine({
  id: 'saveSearch',
  context: ({ input }) => ({
    search: input,
    offered: offeredIn(input),
    ...withKept({ name: offeredIn(input) }, input.kept),
    ...NO_MESSAGE,
    isSaved: false,
    savedId: null,
  }),
  output: ({ context: { isSaved, savedId, name, search } }) => ({
    isSaved,
    watched: search.isWatched === true && savedId !== null ? { searchId: savedId, name: name.trim() } : null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.changed': {
          actions: [
            assign(({ event }) => ({ name: event.name.slice(0, FIELD.aoiName), ...NO_MESSAGE })),
            ({ context: { name, search } }) => search.kept?.write({ name }),
          ],
        },
        'name.offered': {
          actions: assign(({ context: { name, offered }, event }) => {
            const next = offeredIn(event);
            return { offered: next, ...reoffered({ name }, { name: offered }, { name: next }) };
          }),
        },
        'saving.submitted': [
          { guard: 'hasName', target: 'submitting', actions: assign(NO_MESSAGE) },
          { actions: assign({ refusal: { key: 'errors.incomplete' } }) },
        ],
        'saving.closed': 'done',
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'saveSearch',
        src: 'saveSearch',
        input: ({ context }) => saveSearchRequestOf(context.name, context.search),
        onDone: {
          target: 'done',
          actions: assign(({ event }) => ({ isSaved: true, savedId: event.output })),
        },
        onError: {
          target: 'editing',
          // §8 'Save failed' (saving an AOI and renaming have different texts), with the server's message as
          // the reason
          actions: assign(({ event }) => ({
            refusal: { key: 'errors.searchSaveFailed' },
            reason: serverMessageOf(event.error),
          })),
        },
      },
    },
    done: { type: 'final' },
  },
});
