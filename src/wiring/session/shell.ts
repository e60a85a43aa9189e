import { fromCallback, fromPromise } from 'xstate';
import { pageAddressMachine } from '../../machines/session/pageAddress.machine.ts';
import { pageLinkMachine } from '../../machines/session/pageLink.machine.ts';
import { pageLink } from '../../machines/session/pageLink.rules.ts';
import { shellMachine } from '../../machines/session/shell.machine.ts';
import * as address from '../../services/browser/address.ts';
import { storeAnalyticsStart } from '../../services/browser/analyticsStart.ts';
import * as browser from '../../services/browser/browser.ts';

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
