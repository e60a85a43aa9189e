import { fromCallback, fromPromise } from 'xstate';
import type { ActorMachines } from '../machines/session/actors.ts';
import type { FormMachines } from '../machines/session/forms.ts';
import { pageAddressMachine } from '../machines/session/pageAddress.machine.ts';
import { pageLink, pageLinkMachine } from '../machines/session/pageLink.machine.ts';
import { shellMachine } from '../machines/session/shell.machine.ts';
import { sheetMachine } from '../machines/shared/sheet.machine.ts';
import * as address from '../services/browser/address.ts';
import { storeAnalyticsStart } from '../services/browser/analyticsStart.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import { wireAccount } from './account.ts';
import { wireAoi } from './aoi.ts';
import { wireExports } from './exports.ts';
import { wireImagery } from './imagery.ts';
import { wireMap } from './map.ts';
import { wireOrders } from './orders.ts';
import { wireSaved } from './saved.ts';
import { wireSearch } from './search.ts';

const WRITERS = {
  push: address.pushQueries,
  now: address.writeQueriesNow,
  settled: address.writeQueries,
};

/** The bar, the page address and the link to it. */
export function wireShell() {
  return {
    shell: shellMachine.provide({
      actions: {
        openAnalytics: ({ self }, { url, start }) => {
          if (browser.hasSessionStorage()) {
            storeAnalyticsStart(start);
            browser.openWindow(url);
          } else self.send({ type: 'analytics.refused' });
        },
      },
    }),
    sheet: sheetMachine,
    pageLink: pageLinkMachine.provide({
      actors: {
        copyLink: fromPromise(async () => {
          const made = pageLink(address.settledPageAddress(), browser.rootAddress());
          return { ...made, isCopied: await browser.copyText(made.link) };
        }),
      },
    }),
    pageAddress: pageAddressMachine.provide({
      actors: {
        watchAddress: fromCallback(({ sendBack }) =>
          address.watchPageAddress((changed) => sendBack({ type: 'address.changed', address: changed })),
        ),
      },
      actions: {
        writeAddress: (_, { fields, how }) => WRITERS[how](fields),
      },
    }),
  };
}

/** A signed-in user's machines with their real services; in a chunk that the log-in page does not load. */
export function wireWorkspace(call: Call): ActorMachines & FormMachines {
  return {
    ...wireShell(),
    ...wireAoi(call),
    ...wireMap(call),
    ...wireSearch(call),
    ...wireOrders(call),
    ...wireImagery(call),
    ...wireExports(call),
    ...wireSaved(call),
    ...wireAccount(call),
  };
}
