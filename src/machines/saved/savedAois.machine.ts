import { assign, enqueueActions, forwardTo, fromPromise, raise, sendParent, sendTo, setup } from 'xstate';
import type { Id } from '../../../contract/calls/envelope.ts';
import type { SavedAoi } from '../../../contract/saved.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { noticeOf, noticeOutdated, type NoticeOutdated, type NoticeRaised } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NewAcquisitionRequested, PassKey } from '../search/search.events.ts';
import { type AoiFactsInput, aoiFactsMachine } from './aoiFacts.machine.ts';
import { type AoiSort, readSavedArea } from './saved.rules.ts';
import { savedListMachine, type DeletionsPending, type ItemsListed } from './savedList.machine.ts';
import type { DeletionsUnsent, ListOutdated, PanelOpened, PanelRequested } from '../shared/panels.ts';
import type { AoiRecalled } from '../aoi/aoi.machine.ts';
import type { PlaceRequested } from '../map/map.events.ts';
import { known } from '../../geo/known.ts';

interface SavedAoisContext {
  /** The saved area that the map shows beside the AOI. */
  shown: { id: Id; area: AreaGeometry } | null;
  /** What was pressed for an area that has to be fetched whole first. */
  wanted: SavedAoiPressed | null;
  facts: AoiFactsInput;
}
interface SavedAoiPressed {
  /**
   * §2: it becomes the AOI; or the map goes to it and draws it while the AOI stays, and the second press hides it; or it
   * becomes the AOI and the search opens, with the plan of a new acquisition if a pass was pressed.
   */
  type: 'aoi.selected' | 'aoi.shown' | 'aoi.sought';
  saved: SavedAoi;
  pass?: PassKey;
}
export type SavedAoisEvent =
  | PanelOpened
  | ListOutdated
  | DeletionsPending
  | NoticeRaised
  | NoticeOutdated
  | ItemsListed<SavedAoi>
  | { type: 'sort.chosen'; sort: AoiSort }
  | SavedAoiPressed;

function pressOf(event: SavedAoisEvent): SavedAoiPressed {
  if (!('saved' in event)) throw new Error(`no saved area in ${event.type}`);
  return event;
}
const savedIn = (event: SavedAoisEvent): SavedAoi => pressOf(event).saved;

function wantedOf({ wanted }: SavedAoisContext): SavedAoiPressed {
  return known(wanted, 'no saved area is wanted');
}

/** The saved AOIs and what can be done with one (§2 My AOI list). */
export const savedAoisMachine = setup({
  types: {
    context: {} as SavedAoisContext,
    events: {} as SavedAoisEvent,
    input: {} as AoiFactsInput,
    children: {} as { list: 'list'; facts: 'facts' },
  },
  actors: {
    list: savedListMachine<SavedAoi>(),
    facts: aoiFactsMachine,
    /** GET /web/useraoi/view/one/{id}. */
    fetchAoi: fromPromise<SavedAoi, { id: Id }>(notProvided('fetchAoi')),
  },
  actions: {
    notifyRecalled: sendParent(({ event }): AoiRecalled => {
      const saved = savedIn(event);
      const aoi = known(readSavedArea(saved.geom), 'no area to recall');
      return { type: 'aoi.recalled', aoi, source: { kind: 'saved', name: saved.name, id: saved.id } };
    }),
    want: assign({ wanted: ({ event }) => pressOf(event) }),
    dropNotice: sendParent(noticeOutdated('saved AOI')),
    notifyNotFetched: sendParent((_, params: { error: unknown }) =>
      noticeOf('saved AOI', 'error', messageOrFallback(params.error, 'errors.aoiNotLoaded')),
    ),
    requestSearchPanel: sendParent({ type: 'panel.requested', panel: 'search' } satisfies PanelRequested),
    /** The plan opens in the panel of the search. */
    requestPass: enqueueActions(({ event, enqueue }) => {
      const { pass } = pressOf(event);
      if (pass !== undefined)
        enqueue.sendParent({ type: 'newAcquisition.requested', pass } satisfies NewAcquisitionRequested);
    }),
    requestPlace: sendParent(({ event }): PlaceRequested => ({
      type: 'place.requested',
      bbox: viewBoundsOf(known(readSavedArea(savedIn(event).geom), 'no area to show').geometry),
    })),
    show: assign(({ event }) => {
      const saved = savedIn(event);
      const aoi = readSavedArea(saved.geom);
      return { shown: aoi === null ? null : { id: saved.id, area: aoi.geometry } };
    }),
    hide: assign({ shown: null }),
    notifyUnreadable: sendParent(noticeOf('saved AOI', 'error', { key: 'errors.aoiNotFound' })),
    notifyUnsent: sendParent(({ event }): DeletionsUnsent => ({
      type: 'deletions.unsent',
      of: 'aois',
      ids: event.type === 'deletions.pending' ? event.ids : [],
    })),
    hideDeleted: assign(({ context, event }) =>
      event.type === 'deletions.pending' && context.shown !== null && event.ids.includes(context.shown.id)
        ? { shown: null }
        : {},
    ),
    passUp: sendParent(({ event }) => event),
  },
  guards: {
    isArea: ({ event }) => readSavedArea(savedIn(event).geom) !== null,
    isOutline: ({ event }) => savedIn(event).isOutline === true,
    isToBeShown: ({ context }) => context.wanted?.type === 'aoi.shown',
    isShown: ({ context, event }) => context.shown?.id === savedIn(event).id,
  },
}).createMachine({
  id: 'savedAois',
  context: ({ input }) => ({ shown: null, wanted: null, facts: input }),
  invoke: [
    { id: 'list', src: 'list', onError: {} },
    // the list is shown without facts then
    { id: 'facts', src: 'facts', input: ({ context }) => context.facts, onError: {} },
  ],
  initial: 'idle',
  on: {
    'panel.opened': { actions: forwardTo('list') },
    'panel.closed': [
      { guard: 'isToBeShown', target: '.idle', actions: [forwardTo('list'), forwardTo('facts')] },
      { actions: ['hide', forwardTo('list'), forwardTo('facts')] },
    ],
    'items.listed': { actions: forwardTo('facts') },
    'sort.chosen': { actions: [forwardTo('facts'), sendTo('list', { type: 'page.chosen', page: 1 })] },
    'list.outdated': { actions: forwardTo('list') },
    'deletions.pending': { actions: ['hideDeleted', 'notifyUnsent'] },
    'notice.raised': { actions: 'passUp' },
    'notice.outdated': { actions: 'passUp' },
    'aoi.selected': [
      { guard: 'isOutline', target: '.fetching', actions: 'want' },
      { guard: 'isArea', target: '.idle', actions: ['hide', 'notifyRecalled'] },
      { target: '.idle', actions: 'notifyUnreadable' },
    ],
    'aoi.shown': [
      { guard: 'isShown', target: '.idle', actions: 'hide' },
      { guard: 'isOutline', target: '.fetching', actions: 'want' },
      { guard: 'isArea', target: '.idle', actions: ['show', 'requestPlace'] },
      { target: '.idle', actions: 'notifyUnreadable' },
    ],
    'aoi.sought': [
      { guard: 'isOutline', target: '.fetching', actions: 'want' },
      {
        guard: 'isArea',
        target: '.idle',
        actions: ['hide', 'notifyRecalled', 'requestSearchPanel', 'requestPass'],
      },
      { target: '.idle', actions: 'notifyUnreadable' },
    ],
  },
  states: {
    idle: { entry: assign({ wanted: null }) },
    fetching: {
      entry: 'dropNotice',
      tags: 'fetching',
      invoke: {
        id: 'fetchAoi',
        src: 'fetchAoi',
        input: ({ context }) => ({ id: wantedOf(context).saved.id }),
        onDone: {
          target: 'idle',
          // pressed again, now with the whole area
          actions: raise(({ context, event }) => ({
            ...wantedOf(context),
            saved: { ...event.output, isOutline: false },
          })),
        },
        onError: {
          target: 'idle',
          actions: { type: 'notifyNotFetched', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});
