import { assign, forwardTo, sendParent, setup } from 'xstate';
import type { SavedAoi } from '../../../contract/saved.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { noticeOf, type NoticeOutdated, type NoticeRaised } from '../shared/notice.ts';
import { readSavedArea } from './saved.rules.ts';
import { savedListMachine, type DeletionsPending } from './savedList.machine.ts';
import type { DeletionsUnsent, ListOutdated, PanelOpened, PanelRequested } from '../shared/panels.ts';
import type { AoiRecalled } from '../aoi/aoi.events.ts';
import type { PlaceRequested } from '../map/map.events.ts';

interface SavedAoisContext {
  /** The saved area that the map shows beside the AOI. */
  shown: { id: number; area: AreaGeometry } | null;
}
export type SavedAoisEvent =
  | PanelOpened
  | ListOutdated
  | DeletionsPending
  | NoticeRaised
  | NoticeOutdated
  /** §2: it becomes the AOI. */
  | { type: 'aoi.selected'; saved: SavedAoi }
  /** §2: the map goes to the area and draws it; the AOI stays. The second press hides it. */
  | { type: 'aoi.shown'; saved: SavedAoi }
  /** §2: it becomes the AOI, and the search opens. */
  | { type: 'aoi.sought'; saved: SavedAoi };

function savedIn(event: SavedAoisEvent): SavedAoi {
  if (!('saved' in event)) throw new Error(`no saved area in ${event.type}`);
  return event.saved;
}

/** The saved AOIs and what can be done with one (§2 My AOI list). */
export const savedAoisMachine = setup({
  types: {
    context: {} as SavedAoisContext,
    events: {} as SavedAoisEvent,
    children: {} as { list: 'list' },
  },
  actors: { list: savedListMachine<SavedAoi>() },
  actions: {
    notifyRecalled: sendParent(({ event }): AoiRecalled => {
      const saved = savedIn(event);
      const aoi = readSavedArea(saved.geom);
      if (aoi === null) throw new Error('no area to recall');
      return { type: 'aoi.recalled', aoi, source: { kind: 'saved', name: saved.name } };
    }),
    requestSearchPanel: sendParent({ type: 'panel.requested', panel: 'search' } satisfies PanelRequested),
    requestPlace: sendParent(({ event }): PlaceRequested => {
      const aoi = readSavedArea(savedIn(event).geom);
      if (aoi === null) throw new Error('no area to show');
      return { type: 'place.requested', bbox: viewBoundsOf(aoi.geometry) };
    }),
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
    isShown: ({ context, event }) => context.shown?.id === savedIn(event).id,
  },
}).createMachine({
  id: 'savedAois',
  context: { shown: null },
  invoke: { id: 'list', src: 'list', onError: {} },
  on: {
    'panel.opened': { actions: forwardTo('list') },
    'panel.closed': { actions: ['hide', forwardTo('list')] },
    'list.outdated': { actions: forwardTo('list') },
    'deletions.pending': { actions: ['hideDeleted', 'notifyUnsent'] },
    'notice.raised': { actions: 'passUp' },
    'notice.outdated': { actions: 'passUp' },
    'aoi.selected': [
      { guard: 'isArea', actions: ['hide', 'notifyRecalled'] },
      { actions: 'notifyUnreadable' },
    ],
    'aoi.shown': [
      { guard: 'isShown', actions: 'hide' },
      { guard: 'isArea', actions: ['show', 'requestPlace'] },
      { actions: 'notifyUnreadable' },
    ],
    'aoi.sought': [
      { guard: 'isArea', actions: ['hide', 'notifyRecalled', 'requestSearchPanel'] },
      { actions: 'notifyUnreadable' },
    ],
  },
});
