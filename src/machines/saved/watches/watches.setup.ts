import { fromPromise, sendParent, sendTo, setup } from 'xstate';
import type { Watch, WatchResult, WatchTry } from '../../../../contract/watches/watches.ts';
import { messageOrFallback } from '../../shared/failure.ts';
import { noticeOf, noticeOutdated, type NoticeOutdated, type NoticeRaised } from '../../shared/notice.ts';
import { notProvided } from '../../shared/notProvided.ts';
import type {
  DeletionsUnsent,
  ListOutdated,
  NewsOutdated,
  PanelOpened,
  PanelRequested,
} from '../../shared/panels.ts';
import { recallOf } from '../saved.rules.ts';
import { savedListMachine, type DeletionsPending } from '../savedList.machine.ts';
import { watchFormMachine } from './watchForm.machine.ts';
import type { WatchForm } from './watchForm.rules.ts';

export type SearchesTab = 'saved' | 'watches';

interface WatchesContext {
  now: () => Date;
  /** The user's address, to which mails go. */
  email: string;
  tab: SearchesTab;
  form: WatchForm | null;
  /** The watch whose page is open. */
  openId: number | null;
  tries: WatchTry[];
  /** A change that is being sent. */
  change: WatchChange | null;
  /** The watch whose finds are being fetched. */
  recallingId: number | null;
}
/** A change of a watch that one press makes. */
export type WatchChange = { pauseId: number; isPaused: boolean } | { replayId: number };

export type WatchesEvent =
  | PanelOpened
  | ListOutdated
  | DeletionsPending
  | NoticeRaised
  | NoticeOutdated
  | { type: 'tab.chosen'; tab: SearchesTab }
  | { type: 'watchForm.requested'; form: Omit<WatchForm, 'email'> }
  | { type: 'watch.opened'; id: number }
  | { type: 'watch.closed' }
  | { type: 'change.requested'; change: WatchChange }
  | { type: 'finds.requested'; id: number };

const recallOfResult = ({ name, dumpJson, newIds }: WatchResult) => {
  const recall = recallOf({ name, aoiGeom: dumpJson.condition.aoiWkt }, dumpJson);
  return recall && { ...recall, search: { ...recall.search, newIds } };
};
function recalled(result: WatchResult) {
  const recall = recallOfResult(result);
  if (recall === null) throw new Error('the area of a watch can not be read');
  return recall;
}

/** Types, actors, actions and guards of the watches. */
export const watchesSetup = setup({
  types: {
    context: {} as WatchesContext,
    events: {} as WatchesEvent,
    input: {} as { email: string; now: () => Date },
    children: {} as { list: 'list'; form: 'form' },
  },
  actors: {
    list: savedListMachine<Watch>(),
    form: watchFormMachine,
    /** GET /web/watch/view/tries/{id}. */
    fetchTries: fromPromise<WatchTry[], { id: number }>(notProvided('fetchTries')),
    /** POST /web/watch/cm/pause or /web/watch/cm/replay/{id}. */
    sendChange: fromPromise<void, WatchChange>(notProvided('sendChange')),
    /** POST /web/watch/view/result/{id}. */
    fetchFinds: fromPromise<WatchResult, { id: number }>(notProvided('fetchFinds')),
  },
  actions: {
    reloadList: sendTo('list', { type: 'list.outdated' } satisfies ListOutdated),
    notifyFailed: sendParent((_, params: { error: unknown }) =>
      noticeOf('watch', 'error', messageOrFallback(params.error, 'errors.operationFailed')),
    ),
    dropNotice: sendParent(noticeOutdated('watch')),
    recallArea: sendParent((_, params: { result: WatchResult }) => recalled(params.result).area),
    recallSearch: sendParent((_, params: { result: WatchResult }) => recalled(params.result).search),
    requestSearchPanel: sendParent({ type: 'panel.requested', panel: 'search' } satisfies PanelRequested),
    notifyNews: sendParent({ type: 'news.outdated' } satisfies NewsOutdated),
    notifyUnsent: sendParent(({ event }): DeletionsUnsent => ({
      type: 'deletions.unsent',
      of: 'watches',
      ids: event.type === 'deletions.pending' ? event.ids : [],
    })),
    passUp: sendParent(({ event }) => event),
  },
  guards: {
    isReadable: (_, params: { result: WatchResult }) => recallOfResult(params.result) !== null,
    isOpenGone: ({ context, event }) =>
      event.type === 'deletions.pending' && context.openId !== null && event.ids.includes(context.openId),
  },
});
