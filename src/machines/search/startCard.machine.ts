import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { OfferedSample } from '../../../contract/settings.ts';
import type { AoiChanged } from '../aoi/aoi.machine.ts';
import type { PlaceStarted } from '../map/map.events.ts';
import type { SearchAsked } from './search.events.ts';
import { type DirectSearch, searchAround, searchOfSample } from './search.rules.ts';

export interface StartCardInput {
  email: string;
  /** Whether the user closed the card, or had an AOI, in this browser before. */
  isClosed: boolean;
}
interface StartCardContext {
  email: string;
  isClosed: boolean;
  /** The changes to the form of the search that follows its AOI. */
  patch: DirectSearch['patch'];
}
export type StartCardEvent =
  | PlaceStarted
  /** `place` is the name of the sample's area. */
  | { type: 'sample.chosen'; sample: OfferedSample; place: string }
  | { type: 'startCard.closed' }
  | AoiChanged;

/** The search that an event asks for. */
function searchIn(event: StartCardEvent): DirectSearch {
  if (event.type === 'place.started') return searchAround(event.place);
  if (event.type === 'sample.chosen') return searchOfSample(event.sample, event.place);
  throw new Error(`no search in ${event.type}`);
}

/**
 * The start card, which is open until the first AOI exists or the user closes it. A place or an example becomes the
 * AOI, and is searched as soon as it is.
 */
export const startCardMachine = setup({
  types: { context: {} as StartCardContext, events: {} as StartCardEvent, input: {} as StartCardInput },
  actions: {
    /** Remembers in this browser that the user needs no start card. */
    storeClosed: (_, _params: { email: string }) => {},
    notePatch: assign({ patch: ({ event }) => searchIn(event).patch }),
    recallArea: sendParent(({ event }) => searchIn(event).area),
    askSearch: sendParent(({ context: { patch } }): SearchAsked => ({ type: 'search.asked', patch })),
  },
  guards: {
    isClosed: ({ context }) => context.isClosed,
    isRestored: ({ event }) =>
      event.type === 'aoi.changed' && event.aoi !== null && event.origin === 'address',
    isArea: ({ event }) => event.type === 'aoi.changed' && event.aoi !== null,
  },
  delays: {
    /** The card's fade, ms. */
    FADE: 160,
  },
}).createMachine({
  id: 'startCard',
  context: ({ input }) => ({ ...input, patch: {} }),
  type: 'parallel',
  states: {
    card: {
      initial: 'opening',
      states: {
        opening: { always: [{ guard: 'isClosed', target: 'closed' }, { target: 'open' }] },
        open: {
          tags: 'shown',
          on: {
            'aoi.changed': [
              // a page that opens with an AOI never shows the card
              { guard: 'isRestored', target: 'closed' },
              { guard: 'isArea', target: 'fading' },
            ],
            'startCard.closed': 'fading',
          },
          exit: { type: 'storeClosed', params: ({ context }) => ({ email: context.email }) },
        },
        fading: { tags: ['shown', 'fading'], after: { FADE: 'closed' } },
        closed: {},
      },
    },
    search: {
      initial: 'none',
      on: {
        'place.started': { target: '.awaitingArea', actions: ['notePatch', 'recallArea'] },
        'sample.chosen': { target: '.awaitingArea', actions: ['notePatch', 'recallArea'] },
      },
      states: {
        none: {},
        // the search has the AOI first
        awaitingArea: {
          on: { 'aoi.changed': { target: 'none', actions: 'askSearch' } },
        },
      },
    },
  },
});

type StartCard = SnapshotFrom<typeof startCardMachine>;

/** Whether the card is on the screen, if there is room for it. */
export const isStartCardShown = (card: StartCard): boolean => card.hasTag('shown');
export const isStartCardFading = (card: StartCard): boolean => card.hasTag('fading');
