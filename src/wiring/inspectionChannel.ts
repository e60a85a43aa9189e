import type { Fact, FactsMessage, ViewerRequest } from '../machines/inspector/fact.ts';
import { randomKey } from '../services/browser.ts';

/**
 * What the portals and the viewers of one browser tell each other: a BroadcastChannel, which reaches the pages of this
 * origin alone and needs no network. Everything on it was redacted before.
 */
const TO_VIEWERS = 'groundtrack.inspection.facts';
const TO_PAGES = 'groundtrack.inspection.requests';
/** Held by a page as long as it lives: the browser gives it to the next who asks, also after a crash. */
const lifeOf = (page: string) => `groundtrack.inspection.${page}`;

interface PageParts {
  page: string;
  /** Everything there is to tell a viewer that comes late. */
  whole: () => Fact[];
  onSend: (key: string, event: { type: string; [name: string]: unknown }) => void;
}

/** A portal's side; returns what tells the viewers. It lives as long as its page. */
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
  // a page that was kept alive behind another one comes back
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) notify({ to: null, isWhole: true, facts: whole() });
  });
  const open = () => {
    isOpen = true;
    notify({ to: null, isWhole: true, facts: whole() });
  };
  // a viewer that is told takes the page's end from the lock: so the page holds it before it says a word
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

/** A viewer's side: calls back with what the portals tell, in order; returns what sends them an event, and what ends it. */
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
    // what is new is of no use before the whole came, and the whole holds it
    if ((to !== null && to !== from) || isWhole === known.has(page)) return;
    const gone = message.some(({ kind }) => kind === 'gone');
    if (gone) return forget(page);
    if (isWhole) {
      known.add(page);
      // without a secure context there are no locks: then only an orderly leaving is told
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
