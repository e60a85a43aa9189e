import type { Fact, FactsMessage, ViewerRequest } from '../machines/inspector/fact.ts';
import { randomKey } from '../services/browser.ts';

/**
 * The messages between the portals and the viewers of one browser: a BroadcastChannel, which reaches the pages of this
 * origin alone and needs no network. Everything on it was redacted before.
 */
const TO_VIEWERS = 'groundtrack.inspection.facts';
const TO_PAGES = 'groundtrack.inspection.requests';
/** The lock that a page holds until it ends; the browser releases it after a crash too. */
const lifeOf = (page: string) => `groundtrack.inspection.${page}`;

interface PageParts {
  page: string;
  /** The whole log, for a viewer that opens later. */
  whole: () => Fact[];
  onSend: (key: string, event: { type: string; [name: string]: unknown }) => void;
}

/** Opens a portal's side and returns the function that sends facts to the viewers. */
export function openPageSide({ page, whole, onSend }: PageParts): (facts: Fact[]) => void {
  const facts = new BroadcastChannel(TO_VIEWERS);
  const requests = new BroadcastChannel(TO_PAGES);
  let isOpen = false;
  const notify = (message: Omit<FactsMessage, 'from'>) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    facts.postMessage({ from: page, ...message } satisfies FactsMessage);
  requests.addEventListener('message', ({ data }: MessageEvent<ViewerRequest>) => {
    if (data.request === 'facts') {
      if (isOpen) notify({ to: data.from, isWhole: true, facts: whole() });
    } else if (data.key.startsWith(`${page}/`)) onSend(data.key, data.event);
  });
  addEventListener('pagehide', () =>
    notify({ to: null, isWhole: false, facts: [{ kind: 'gone', at: Date.now(), page }] }),
  );
  // the page returns from the back/forward cache
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) notify({ to: null, isWhole: true, facts: whole() });
  });
  const open = () => {
    isOpen = true;
    notify({ to: null, isWhole: true, facts: whole() });
  };
  // a viewer recognises the page's end by the lock, so the page takes it before it sends facts
  if (navigator.locks === undefined) open();
  else
    void navigator.locks.request(lifeOf(page), () => {
      open();
      return new Promise(() => {});
    });
  return (added) => {
    if (isOpen) notify({ to: null, isWhole: false, facts: added });
  };
}

/** Opens a viewer's side: calls back with the portals' facts in order; returns functions to send an event and to close. */
export function openViewerSide(onFacts: (facts: Fact[]) => void): {
  send: (key: string, event: { type: string; [name: string]: unknown }) => void;
  close: () => void;
} {
  const facts = new BroadcastChannel(TO_VIEWERS);
  const requests = new BroadcastChannel(TO_PAGES);
  const from = randomKey();
  const known = new Set<string>();
  const forget = (page: string) => {
    if (known.delete(page)) onFacts([{ kind: 'gone', at: Date.now(), page }]);
  };
  facts.addEventListener('message', ({ data }: MessageEvent<FactsMessage>) => {
    const { from: page, to, isWhole, facts: message } = data;
    // additions before the whole log are dropped: the whole log contains them
    if ((to !== null && to !== from) || isWhole === known.has(page)) return;
    const gone = message.some(({ kind }) => kind === 'gone');
    if (gone) return forget(page);
    if (isWhole) {
      known.add(page);
      // without a secure context there are no locks, and a crashed page stays listed
      void navigator.locks?.request(lifeOf(page), () => forget(page));
    }
    onFacts(message);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const request = (requested: ViewerRequest) => requests.postMessage(requested);
  request({ request: 'facts', from });
  return {
    send: (key, event) => request({ request: 'send', key, event }),
    close: () => {
      facts.close();
      requests.close();
    },
  };
}
