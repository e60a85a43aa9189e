import type { Fact, FactsMessage, ViewerRequest } from '../../machines/inspector/log.ts';
import { randomKey } from '../../services/browser/browser.ts';

/**
 * The messages between the portals and viewers of one browser, over a BroadcastChannel: same origin only, no
 * network. Everything sent is already redacted.
 */
const TO_VIEWERS = 'groundtrack.inspection.facts';
const TO_PAGES = 'groundtrack.inspection.requests';
/** A lock held while the page lives; the browser releases it after a crash too. */
const lifeOf = (page: string) => `groundtrack.inspection.${page}`;

interface PageParts {
  page: string;
  /** The whole log, for viewers that open later. */
  whole: () => Fact[];
  /** What the actors did last, as a file. */
  session: () => string;
  onSend: (key: string, event: { type: string; [name: string]: unknown }) => void;
}

/** Opens the portal's side. @returns a function that sends facts to the viewers */
export function openPageSide({ page, whole, session, onSend }: PageParts): (facts: Fact[]) => void {
  const facts = new BroadcastChannel(TO_VIEWERS);
  const requests = new BroadcastChannel(TO_PAGES);
  let isOpen = false;
  const notify = (message: Omit<FactsMessage, 'from'>) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    facts.postMessage({ from: page, ...message } satisfies FactsMessage);
  requests.addEventListener('message', ({ data }: MessageEvent<ViewerRequest>) => {
    if (data.request === 'facts') {
      if (isOpen) notify({ to: data.from, isWhole: true, facts: whole() });
    } else if (data.request === 'session') {
      if (data.page === page) notify({ to: data.from, isWhole: false, facts: [], session: session() });
    } else if (data.key.startsWith(`${page}/`)) onSend(data.key, data.event);
  });
  addEventListener('pagehide', () =>
    notify({ to: null, isWhole: false, facts: [{ kind: 'gone', at: Date.now(), page }] }),
  );
  // restored from the back/forward cache
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) notify({ to: null, isWhole: true, facts: whole() });
  });
  const open = () => {
    isOpen = true;
    notify({ to: null, isWhole: true, facts: whole() });
  };
  // viewers detect the page's end by the lock, so acquire it before sending facts
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

/** Opens the viewer's side: `onFacts` gets the facts in order. @returns functions to send and close */
export function openViewerSide(onFacts: (facts: Fact[]) => void): {
  send: (key: string, event: { type: string; [name: string]: unknown }) => void;
  /** What the actors of a page did last, as a file. */
  session: (page: string, signal: AbortSignal) => Promise<string>;
  close: () => void;
} {
  const facts = new BroadcastChannel(TO_VIEWERS);
  const requests = new BroadcastChannel(TO_PAGES);
  const from = randomKey();
  const known = new Set<string>();
  const requested = new Map<string, (session: string) => void>();
  const forget = (page: string) => {
    if (known.delete(page)) onFacts([{ kind: 'gone', at: Date.now(), page }]);
  };
  facts.addEventListener('message', ({ data }: MessageEvent<FactsMessage>) => {
    const { from: page, to, isWhole, facts: message, session } = data;
    if (session !== undefined) {
      if (to === from) requested.get(page)?.(session);
      return;
    }
    // drop additions that arrive before the whole log, which contains them
    if ((to !== null && to !== from) || isWhole === known.has(page)) return;
    const gone = message.some(({ kind }) => kind === 'gone');
    if (gone) return forget(page);
    if (isWhole) {
      known.add(page);
      // locks need a secure context; without one a crashed page stays listed
      void navigator.locks?.request(lifeOf(page), () => forget(page));
    }
    onFacts(message);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const request = (message: ViewerRequest) => requests.postMessage(message);
  request({ request: 'facts', from });
  return {
    send: (key, event) => request({ request: 'send', key, event }),
    session: (page, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the page did not answer')));
        requested.set(page, resolve);
        request({ request: 'session', from, page });
      }),
    close: () => {
      facts.close();
      requests.close();
    },
  };
}
