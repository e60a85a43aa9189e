import { fromCallback, fromPromise } from 'xstate';
import type { SavedAoi, SavedSearch } from '../../contract/saved.ts';
import { exportRenameMachine } from '../machines/exportRename.machine.ts';
import { exportsMachine } from '../machines/exports.machine.ts';
import type { ExportReply } from '../machines/exports.rules.ts';
import { savedAoisMachine } from '../machines/savedAois.machine.ts';
import { savedListMachine, type SavedListEvent } from '../machines/savedList.machine.ts';
import type { SavedItem } from '../machines/savedList.rules.ts';
import { savedSearchesMachine, type ShareLink } from '../machines/savedSearches.machine.ts';
import { saveSearchMachine } from '../machines/saveSearch.machine.ts';
import { sceneExportMachine } from '../machines/sceneExport.machine.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import * as saved from '../services/saved.ts';

function wireList<Item extends SavedItem>(
  list: (signal: AbortSignal) => Promise<Item[]>,
  remove: (id: number) => Promise<void>,
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
      // the page that would say what came of it is gone
      sendAtOnce: (_, { ids }) => void Promise.allSettled(ids.map(remove)),
    },
  });
}

async function copyLink(skey: string): Promise<ShareLink> {
  const link = browser.shareAddress(skey);
  return { link, isCopied: await browser.copyText(link) };
}

/** The machines of saved items and of the exports of scenes with their real services. */
export function wireSaved(call: Call) {
  return {
    savedAois: savedAoisMachine.provide({
      actors: {
        list: wireList<SavedAoi>(
          (signal) => saved.listAois(call, signal),
          (id) => saved.deleteAoi(call, id),
        ),
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
    saveSearch: saveSearchMachine.provide({
      actors: { saveSearch: fromPromise(({ input, signal }) => saved.saveSearch(call, input, signal)) },
    }),
    sceneExport: sceneExportMachine.provide({
      actors: { submitExport: fromPromise(({ input, signal }) => saved.submitExport(call, input, signal)) },
    }),
    exports: exportsMachine.provide({
      actors: {
        listExports: fromPromise(async ({ signal }): Promise<ExportReply> => ({
          kind: 'scene',
          list: await saved.listExports(call, signal),
        })),
        rename: exportRenameMachine.provide({
          actors: {
            renameExport: fromPromise(({ input: { key, name }, signal }) =>
              saved.renameExport(call, { id: Number(key), name }, signal),
            ),
          },
        }),
      },
      actions: {
        openFiles: (_, { files }) => files.forEach(browser.openFile),
        saveFiles: (_, { files }) => files.forEach(browser.saveFile),
      },
    }),
  };
}

/** What who logs out within the time of undoing has deleted all the same; one by one may fail unheard. */
export async function deleteUnsent(
  call: Call,
  unsent: { aois: readonly number[]; searches: readonly number[] },
): Promise<void> {
  await Promise.allSettled([
    ...unsent.aois.map((id) => saved.deleteAoi(call, id)),
    ...unsent.searches.map((id) => saved.deleteSearch(call, id)),
  ]);
}
