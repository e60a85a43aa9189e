import { assign, enqueueActions, fromCallback, sendParent, setup } from 'xstate';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { AoiChanged, AoiCleared, AoiRecalled } from '../aoi/aoi.events.ts';
import type {
  ConditionChanged,
  ConditionRestored,
  SearchRecalled,
  SearchStarted,
} from '../search/search.events.ts';
import { defaultDraft, draftOf, type SearchDraft } from '../search/search.rules.ts';
import { readAddress, writtenAddress } from '../search/searchAddress.rules.ts';
import {
  isWrittenAtOnce,
  type Address,
  type AddressChanged,
  type AddressFields,
  type AddressFieldsChanged,
} from '../shared/address.ts';
import { noticeOf } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { ResultsShown } from '../shared/panels.ts';

export interface PageAddressInput {
  /** The page address when the portal opens. */
  address: Address;
  satellites: readonly Satellite[];
  /** For the default date range. */
  now: Date;
}
/** A change of the page address, as the browser's service writes it. */
export interface AddressWriting {
  fields: AddressFields;
  /** An area that is too long for the address, and the key under which this tab stores it. */
  storedArea: { key: string; wkt: string } | null;
  /** `push` makes a new entry of the history, `now` and `settled` change the present one, at once or put together. */
  how: 'push' | 'now' | 'settled';
}
interface PageAddressContext {
  satellites: readonly Satellite[];
  defaults: SearchDraft;
  /** The condition of the form. */
  draft: SearchDraft;
  /** Whether the address is one of results. */
  isResults: boolean;
  /** The AOI of the portal. */
  aoi: Aoi | null;
  /** The area that the address named. */
  named: Aoi | null;
  /** Values of the address that can't be used, as `name=value`. */
  faults: readonly string[];
}
export type PageAddressEvent =
  | AddressChanged
  | AddressFieldsChanged
  | AoiChanged
  | ConditionChanged
  | SearchStarted
  | SearchRecalled
  | ResultsShown;

/** Parses the address; defaults replace the fields that it lacks. */
function understood(
  address: Address,
  { defaults, satellites }: Pick<PageAddressContext, 'defaults' | 'satellites'>,
) {
  const { draft, aoi, isResults, faults } = readAddress(address, defaults, satellites);
  return { draft, named: aoi, isResults, faults };
}

const writing = (how: AddressWriting['how']) =>
  ({
    type: 'writeAddress',
    params: ({ context: { draft, aoi, isResults } }: { context: PageAddressContext }): AddressWriting => {
      const { query, storedArea } = writtenAddress(draft, aoi, isResults);
      return { fields: query, storedArea: storedArea, how };
    },
  }) as const;
const WRITE = writing('settled');
const PUSH = writing('push');

/**
 * The one owner of the page address and its history (decisions 33 and 91): it reads the address, watches it for back and
 * forward, and writes the fields that the subjects change. The condition of the search is restored after its area.
 */
export const pageAddressMachine = setup({
  types: {
    context: {} as PageAddressContext,
    events: {} as PageAddressEvent,
    input: {} as PageAddressInput,
  },
  actors: {
    /** Sends `address.changed` when the user goes back or forward in the browser's history. */
    watchAddress: fromCallback(notProvided('watchAddress')),
  },
  actions: {
    /** Provided by the wiring. */
    writeAddress: (_, _params: AddressWriting) => {},
    readAddress: assign(({ context, event }) =>
      event.type === 'address.changed' ? understood(event.address, context) : {},
    ),
    notifyReaders: sendParent(({ event }) => event),
    notifyFaults: enqueueActions(({ context, enqueue }) => {
      if (context.faults.length === 0) return;
      enqueue.sendParent(
        noticeOf('address', 'info', {
          key: 'notice.addressIgnored',
          params: { values: context.faults.join(' · ') },
        }),
      );
    }),
    recallArea: sendParent(({ context }): AoiRecalled => {
      if (context.named === null) throw new Error('no area in the address');
      return { type: 'aoi.recalled', aoi: context.named, source: { kind: 'address' } };
    }),
    clearArea: sendParent({ type: 'aoi.cleared' } satisfies AoiCleared),
    restoreCondition: sendParent(({ context }): ConditionRestored => ({
      type: 'condition.restored',
      draft: context.draft,
      isResults: context.isResults,
    })),
    noteAoi: assign(({ context, event }) =>
      event.type === 'aoi.changed'
        ? { aoi: event.aoi, isResults: event.origin === 'address' && context.isResults }
        : {},
    ),
    noteDraft: assign(({ event }) =>
      event.type === 'condition.changed' || event.type === 'search.started' ? { draft: event.draft } : {},
    ),
    noteRecalled: assign(({ context, event }) =>
      event.type === 'search.recalled' ? { draft: draftOf(event.condition, context.defaults) } : {},
    ),
    noteShown: assign(({ event }) =>
      event.type === 'results.shown' ? { isResults: event.condition !== null } : {},
    ),
  },
  guards: {
    hasNewArea: ({ context }) => context.named !== null && context.named.wkt !== context.aoi?.wkt,
    hasLostArea: ({ context }) => context.named === null && context.aoi !== null,
  },
}).createMachine({
  id: 'pageAddress',
  context: ({ input: { address, satellites, now } }) => {
    const defaults = defaultDraft(now);
    return { satellites, defaults, aoi: null, ...understood(address, { defaults, satellites }) };
  },
  invoke: { id: 'watchAddress', src: 'watchAddress', onError: {} },
  on: {
    'address.changed': { target: '.reading', actions: ['readAddress', 'notifyReaders'] },
    'addressFields.changed': {
      actions: {
        type: 'writeAddress',
        params: ({ event: { fields } }) => ({
          fields,
          storedArea: null,
          how: isWrittenAtOnce(fields) ? 'now' : 'settled',
        }),
      },
    },
  },
  initial: 'reading',
  states: {
    reading: {
      entry: 'notifyFaults',
      always: [
        { guard: 'hasNewArea', target: 'awaitingArea', actions: 'recallArea' },
        { guard: 'hasLostArea', target: 'awaitingArea', actions: 'clearArea' },
        { target: 'following', actions: 'restoreCondition' },
      ],
    },
    // the `aoi` machine takes the area first, as it takes every area
    awaitingArea: {
      on: { 'aoi.changed': { target: 'following', actions: ['noteAoi', 'restoreCondition', WRITE] } },
    },
    following: {
      on: {
        'aoi.changed': { actions: ['noteAoi', WRITE] },
        'condition.changed': { actions: ['noteDraft', assign({ isResults: false }), WRITE] },
        'search.started': { actions: ['noteDraft', assign({ isResults: true }), PUSH] },
        'search.recalled': { actions: ['noteRecalled', assign({ isResults: true }), PUSH] },
        'results.shown': { actions: ['noteShown', WRITE] },
      },
    },
  },
});
