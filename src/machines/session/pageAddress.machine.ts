import { assign, enqueueActions, fromCallback, sendParent, setup } from 'xstate';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { AoiChanged, AoiRecalled } from '../aoi/aoi.machine.ts';
import type {
  ConditionChanged,
  ConditionRestored,
  SearchRecalled,
  SearchStarted,
} from '../search/search.events.ts';
import {
  conditionOf,
  defaultDraft,
  draftOf,
  isSameCondition,
  type SearchDraft,
} from '../search/search.rules.ts';
import { readAddress, writtenSearch, type ReadAddress } from '../search/searchAddress.rules.ts';
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
  aoiName: string | null;
  /** The part of an address that its readers have not yet received; null once they have. */
  read: ReadAddress | null;
  /** The view and the layers, which don't change when the user goes back within one search. */
  live: AddressFields;
}
export type PageAddressEvent =
  | AddressChanged
  | AddressFieldsChanged
  | AoiChanged
  | ConditionChanged
  | SearchStarted
  | SearchRecalled
  | ResultsShown;

const LIVE_FIELDS = ['view', 'layers'] as const;

/** Whether an address has results of another condition than the portal's. */
function isOtherSearch({ draft, aoi }: PageAddressContext, read: ReadAddress): boolean {
  if (!read.isResults || read.aoi === null) return false;
  return aoi === null || !isSameCondition(conditionOf(draft, aoi), conditionOf(read.draft, read.aoi));
}

/**
 * Takes an entry of the history. One with the results of another search brings its area and condition; any other
 * leaves them, because going back undoes where the user went, not what was drawn or typed.
 */
function gone(context: PageAddressContext, address: Address) {
  const read = readAddress(address, context.defaults, context.satellites);
  if (isOtherSearch(context, read)) {
    const { view = context.live.view ?? null } = address.query;
    return { read, draft: read.draft, isResults: true, live: { ...context.live, view } };
  }
  const isResults = read.isResults && read.aoi !== null;
  return { read: { ...read, draft: context.draft, aoi: context.aoi, isResults }, isResults };
}

/** The latest values of the fields that going back doesn't change. */
function liveAfter({ live }: PageAddressContext, fields: AddressFields): AddressFields {
  const known = LIVE_FIELDS.filter((field) => fields[field] !== undefined);
  return { ...live, ...Object.fromEntries(known.map((field) => [field, fields[field]])) };
}

/** The fields of a history entry for the readers. */
function addressFor(context: PageAddressContext, address: Address): Address {
  if (isOtherSearch(context, readAddress(address, context.defaults, context.satellites))) return address;
  const { view: _, ...query } = address.query;
  return { query };
}

const writing = (how: AddressWriting['how']) =>
  ({
    type: 'writeAddress',
    params: ({ context }: { context: PageAddressContext }): AddressWriting => ({
      fields: {
        ...context.live,
        ...writtenSearch(context.draft, context.aoi, context.aoiName, context.isResults),
      },
      how,
    }),
  }) as const;
const WRITE = writing('settled');
const PUSH = writing('push');

/**
 * The one owner of the page address and its history (decision 33): it reads the address, watches it for
 * back and forward, and writes the fields that the subjects change. The condition of the search is restored after
 * its area.
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
      event.type === 'address.changed' ? gone(context, event.address) : {},
    ),
    // runs before the context has the address
    notifyReaders: sendParent(({ context, event }): AddressChanged => {
      if (event.type !== 'address.changed') throw new Error(`no address in ${event.type}`);
      return { type: 'address.changed', address: addressFor(context, event.address) };
    }),
    notifyFaults: enqueueActions(({ context: { read }, enqueue }) => {
      if (read === null) return;
      if (read.areaFault !== null) enqueue.sendParent(noticeOf('address', 'error', read.areaFault));
      if (read.faults.length === 0) return;
      const params = { values: read.faults.join(' · ') };
      enqueue.sendParent(noticeOf('address', 'info', { key: 'notice.addressIgnored', params }));
    }),
    recallArea: sendParent(({ context: { read } }): AoiRecalled => {
      if (read === null || read.aoi === null) throw new Error('no area in the address');
      const { aoi, name } = read;
      return { type: 'aoi.recalled', aoi, source: { kind: 'address', ...(name !== null && { name }) } };
    }),
    restoreCondition: sendParent(({ context: { read, isResults } }): ConditionRestored => {
      if (read === null) throw new Error('no address was read');
      const { draft, scenes, details } = read;
      return { type: 'condition.restored', draft, isResults, scenes, details };
    }),
    forgetRead: assign({ read: null }),
    noteAoi: assign(({ context, event }) =>
      event.type === 'aoi.changed'
        ? {
            aoi: event.aoi,
            aoiName: event.name ?? null,
            isResults: event.origin === 'address' && context.isResults,
          }
        : {},
    ),
    noteDraft: assign(({ event }) =>
      event.type === 'condition.changed' || event.type === 'search.started' ? { draft: event.draft } : {},
    ),
    noteRecalled: assign(({ context, event }) =>
      event.type === 'search.recalled' && event.condition !== null
        ? { draft: draftOf(event.condition, context.defaults) }
        : {},
    ),
    // results of another condition have no address: a reload could not bring them back
    noteShown: assign(({ context: { aoi, draft }, event }) =>
      event.type === 'results.shown'
        ? {
            isResults:
              event.condition !== null &&
              aoi !== null &&
              isSameCondition(event.condition, conditionOf(draft, aoi)),
          }
        : {},
    ),
  },
  guards: {
    hasNewArea: ({ context: { read, aoi } }) =>
      read !== null && read.aoi !== null && read.aoi.wkt !== aoi?.wkt,
    hasFaults: ({ context: { read } }) =>
      read !== null && (read.areaFault !== null || read.faults.length > 0),
  },
}).createMachine({
  id: 'pageAddress',
  context: ({ input: { address, satellites, now } }) => {
    const defaults = defaultDraft(now);
    const read = readAddress(address, defaults, satellites);
    const isResults = read.isResults && read.aoi !== null;
    return { satellites, defaults, aoi: null, aoiName: null, draft: read.draft, isResults, read, live: {} };
  },
  invoke: { id: 'watchAddress', src: 'watchAddress', onError: {} },
  on: {
    'address.changed': { target: '.reading', actions: ['notifyReaders', 'readAddress'] },
    'addressFields.changed': {
      actions: [
        assign(({ context, event }) => ({ live: liveAfter(context, event.fields) })),
        {
          type: 'writeAddress',
          params: ({ event: { fields, isStep } }) => ({
            fields,
            how: isStep === true ? 'push' : isWrittenAtOnce(fields) ? 'now' : 'settled',
          }),
        },
      ],
    },
  },
  initial: 'opening',
  states: {
    opening: {
      entry: 'notifyFaults',
      always: [
        { guard: 'hasNewArea', target: 'awaitingArea', actions: 'recallArea' },
        { guard: 'hasFaults', target: 'following', actions: ['restoreCondition', 'forgetRead', WRITE] },
        // the defaults don't need to be in the address of a page that was just opened
        { target: 'following', actions: ['restoreCondition', 'forgetRead'] },
      ],
    },
    reading: {
      entry: 'notifyFaults',
      always: [
        { guard: 'hasNewArea', target: 'awaitingArea', actions: 'recallArea' },
        { target: 'following', actions: ['restoreCondition', 'forgetRead', WRITE] },
      ],
    },
    // the `aoi` machine takes the area first, as it takes every area
    awaitingArea: {
      on: {
        'aoi.changed': {
          target: 'following',
          actions: ['noteAoi', 'restoreCondition', 'forgetRead', WRITE],
        },
      },
    },
    following: {
      on: {
        'aoi.changed': { actions: ['noteAoi', WRITE] },
        'condition.changed': { actions: ['noteDraft', assign({ isResults: false }), WRITE] },
        'search.started': { actions: ['noteDraft', assign({ isResults: true }), PUSH] },
        'search.recalled': { actions: ['noteRecalled', assign({ isResults: true }), PUSH] },
        // a step by the user, unless the address already has it: an entry is only added if the address changes
        'results.shown': { actions: ['noteShown', PUSH] },
      },
    },
  },
});
