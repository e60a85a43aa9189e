import { fromCallback, fromPromise } from 'xstate';
import type { Id, Listed } from '../../contract/calls/envelope.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { extensions } from '../../contract/calls/extensions.ts';
import { defaultCondition } from '../../contract/defaultSearch.ts';
import type { Watch } from '../../contract/watches/watches.ts';
import type { SavedAoi, SavedSearch } from '../../contract/saved.ts';
import { newDraft, priceRequestsOf, type Prices } from '../machines/orders/newAcquisition.rules.ts';
import { type NextPass, nextPassOf, nextPassQuestion } from '../machines/orders/nextPass.rules.ts';
import { aoiFactsMachine, type NextPassSought } from '../machines/saved/aoiFacts.machine.ts';
import { readSavedArea } from '../machines/saved/saved.rules.ts';
import { savedAoisMachine } from '../machines/saved/savedAois.machine.ts';
import {
  type SavedItem,
  type SavedListEvent,
  savedListMachine,
} from '../machines/saved/savedList.machine.ts';
import { savedSearchesMachine, type ShareLink } from '../machines/saved/savedSearches.machine.ts';
import { saveSearchMachine } from '../machines/saved/saveSearch.machine.ts';
import { newsMachine } from '../machines/saved/news.machine.ts';
import { watchesMachine } from '../machines/saved/watches.machine.ts';
import { watchFormMachine } from '../machines/saved/watchForm.machine.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import { fetched, sent } from './calls.ts';
import { priceTaskings } from '../services/orders.ts';
import * as saved from '../services/saved.ts';
import { findFleetPasses } from '../workers/workers.ts';

function wireList<Item extends SavedItem>(
  list: (signal: AbortSignal) => Promise<Listed<Item>>,
  remove: (id: Id) => Promise<void>,
) {
  return savedListMachine<Item>().provide({
    actors: {
      listItems: fromPromise(({ signal }) => list(signal)),
      deleteItem: fromPromise(({ input }) => remove(input.id)),
      watchLeaving: fromCallback<SavedListEvent>(({ sendBack }) =>
        browser.watchLeaving(() => sendBack({ type: 'page.left' })),
      ),
    },
    actions: {
      // the page that would show the outcome is gone
      sendAtOnce: (_, { ids }) => void Promise.allSettled(ids.map(remove)),
    },
  });
}

async function copyLink(skey: string): Promise<ShareLink> {
  const link = browser.shareAddress(skey);
  return { link, isCopied: await browser.copyText(link) };
}

/** The next pass over the whole of a saved area, with its price if there is one. */
async function findNextPass(
  call: Call,
  sought: NextPassSought,
  signal: AbortSignal,
): Promise<NextPass | null> {
  const { satellites, utype, now } = sought;
  const whole =
    sought.saved.isOutline === true ? await saved.fetchAoi(call, sought.saved.id, signal) : sought.saved;
  const aoi = readSavedArea(whole.geom);
  const question = aoi && nextPassQuestion(satellites, defaultCondition(now()), aoi, now());
  if (aoi === null || question === null) return null;
  const next = nextPassOf(satellites, await findFleetPasses(question, { signal }), now());
  if (next === null) return null;
  const { satellite } = next;
  const requests = priceRequestsOf([satellite], aoi, newDraft(now()), utype);
  const prices = await priceTaskings(call, requests, signal).catch(() => ({}) as Prices);
  return { ...next, price: prices[satellite.code] ?? null };
}

/** The lists of saved areas and searches, and the save search dialog. */
export function wireSaved(call: Call) {
  return {
    savedAois: savedAoisMachine.provide({
      actors: {
        list: wireList<SavedAoi>(
          (signal) => saved.listAois(call, signal),
          (id) => saved.deleteAoi(call, id),
        ),
        facts: aoiFactsMachine.provide({
          actors: {
            fetchFacts: fromPromise(({ input, signal }) => saved.fetchAoiFacts(call, input, signal)),
            findNextPass: fromPromise(({ input, signal }) => findNextPass(call, input, signal)),
          },
        }),
        fetchAoi: fromPromise(({ input, signal }) => saved.fetchAoi(call, input.id, signal)),
      },
    }),
    savedSearches: savedSearchesMachine.provide({
      actors: {
        list: wireList<SavedSearch>(
          (signal) => saved.listSearches(call, signal),
          (id) => saved.deleteSearch(call, id),
        ),
        copyLink: fromPromise(({ input }) => copyLink(input.skey)),
        fetchDump: fromPromise(({ input, signal }) => saved.fetchDump(call, input.id, signal)),
      },
    }),
    watches: watchesMachine.provide({
      actors: {
        list: wireList<Watch>(
          (signal) => saved.listWatches(call, signal),
          (id) => saved.deleteWatch(call, id),
        ),
        form: watchFormMachine.provide({
          actors: {
            saveWatch: sent((body, live) => call(extensions.saveWatch, { body }, live)),
            previewWatch: fetched((body, live) => call(extensions.previewWatch, { body }, live)),
            testHook: fetched((body, live) => call(extensions.testHook, { body }, live)),
            fetchSecret: fromPromise(({ signal }) => saved.fetchHookSecret(call, signal)),
          },
        }),
        fetchTries: fetched((params, live) => call(extensions.watchTries, { params }, live)),
        sendChange: fromPromise(({ input, signal }) => saved.changeWatch(call, input, signal)),
        fetchFinds: fromPromise(({ input, signal }) => saved.fetchFinds(call, input.id, signal)),
      },
    }),
    news: newsMachine.provide({
      actors: {
        fetchNews: fromPromise(({ signal }) => saved.listNews(call, signal)),
        readNews: sent(({ ids }, live) =>
          call(extensions.readNews, { body: ids === null ? {} : { ids: [...ids] } }, live),
        ),
      },
    }),
    saveSearch: saveSearchMachine.provide({
      actors: {
        saveSearch: fromPromise(async ({ input: body, signal }) => {
          const { data } = await call(endpoints.saveSearch, { body }, { signal });
          return data?.id ?? null;
        }),
      },
    }),
  };
}

/** Sends the deletions that were still undoable at log-out; failures are not reported. */
export async function deleteUnsent(
  call: Call,
  unsent: { aois: readonly Id[]; searches: readonly Id[]; watches: readonly Id[] },
): Promise<void> {
  await Promise.allSettled([
    ...unsent.aois.map((id) => saved.deleteAoi(call, id)),
    ...unsent.searches.map((id) => saved.deleteSearch(call, id)),
    ...unsent.watches.map((id) => saved.deleteWatch(call, id)),
  ]);
}
