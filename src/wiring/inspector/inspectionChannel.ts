import { listen, randomKey } from '../../services/browser/browser.ts';

/**
 * The messages between the portals and viewers of one browser, over a BroadcastChannel: same origin only, no
 * network. Everything sent is already redacted.
 */
const TO_VIEWERS = 'groundtrack.inspection.messages';
const TO_PAGES = 'groundtrack.inspection.requests';
/** A lock held while the page lives; the browser releases it after a crash too. */
const lifeOf = (page: string) => `groundtrack.inspection.${page}`;

/** In the format of @statelyai/inspect; the viewer's machine checks them. */
type Messages = readonly unknown[];
/** In that format, the end of a page. */
const GONE = [{ type: '@statelyai.disconnected' }] as const;
const isGone = (messages: Messages) =>
  messages.some((one) => (one as { type?: unknown }).type === GONE[0].type);

/** From a page to the viewers. */
interface PageMessage {
  from: string;
  /** One viewer; null for all. */
  to: string | null;
  /** Whether this is all that is kept, not only what is new. */
  isWhole: boolean;
  messages: Messages;
  /** What the page's actors did last as a file, if a viewer asked for it. */
  session?: string;
}

/** From a viewer to the pages. */
type ViewerRequest =
  | { request: 'whole'; from: string }
  | { request: 'session'; from: string; page: string }
  /** An event for a live actor. */
  | { request: 'send'; key: string; event: SentEvent };
interface SentEvent {
  type: string;
  [name: string]: unknown;
}

interface PageParts {
  page: string;
  /** What is kept, for viewers that open later. */
  whole: () => Messages;
  /** What the actors did last, as a file. */
  session: () => string;
  onSend: (sessionId: string, event: SentEvent) => void;
}

/** Opens the portal's side. @returns a function that sends messages to the viewers */
export function openPageSide({ page, whole, session, onSend }: PageParts): (messages: Messages) => void {
  const viewers = new BroadcastChannel(TO_VIEWERS);
  const requests = new BroadcastChannel(TO_PAGES);
  let isOpen = false;
  const notify = (message: Omit<PageMessage, 'from'>) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    viewers.postMessage({ from: page, ...message } satisfies PageMessage);
  requests.addEventListener('message', ({ data }: MessageEvent<ViewerRequest>) => {
    if (data.request === 'whole') {
      if (isOpen) notify({ to: data.from, isWhole: true, messages: whole() });
    } else if (data.request === 'session') {
      if (data.page === page) notify({ to: data.from, isWhole: false, messages: [], session: session() });
    } else if (data.key.startsWith(`${page}/`)) onSend(data.key.slice(page.length + 1), data.event);
  });
  addEventListener('pagehide', () => notify({ to: null, isWhole: false, messages: GONE }));
  // restored from the back/forward cache
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) notify({ to: null, isWhole: true, messages: whole() });
  });
  const open = () => {
    isOpen = true;
    notify({ to: null, isWhole: true, messages: whole() });
  };
  // viewers detect the page's end by the lock, so acquire it before sending messages
  if (navigator.locks === undefined) open();
  else
    void navigator.locks.request(lifeOf(page), () => {
      open();
      return new Promise(() => {});
    });
  return (added) => {
    if (isOpen) notify({ to: null, isWhole: false, messages: added });
  };
}

/** Opens the viewer's side: `onMessages` gets each page's messages in order. @returns functions to send and close */
export function openViewerSide(onMessages: (page: string, messages: Messages) => void): {
  send: (key: string, event: SentEvent) => void;
  /** What the actors of a page did last, as a file. */
  session: (page: string, signal: AbortSignal) => Promise<string>;
  close: () => void;
} {
  const viewers = new BroadcastChannel(TO_VIEWERS);
  const requests = new BroadcastChannel(TO_PAGES);
  const from = randomKey();
  const known = new Set<string>();
  const requested = new Map<string, (session: string) => void>();
  const forget = (page: string) => {
    if (known.delete(page)) onMessages(page, GONE);
  };
  viewers.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    const { from: page, to, isWhole, messages, session } = data;
    if (session !== undefined) {
      if (to === from) requested.get(page)?.(session);
      return;
    }
    // drop additions that arrive before the whole, which contains them
    if ((to !== null && to !== from) || isWhole === known.has(page)) return;
    if (isGone(messages)) return forget(page);
    if (isWhole) {
      known.add(page);
      // locks need a secure context; without one a crashed page stays listed
      void navigator.locks?.request(lifeOf(page), () => forget(page));
    }
    onMessages(page, messages);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const request = (message: ViewerRequest) => requests.postMessage(message);
  request({ request: 'whole', from });
  return {
    send: (key, event) => request({ request: 'send', key, event }),
    session: (page, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the page did not answer')));
        requested.set(page, resolve);
        request({ request: 'session', from, page });
      }),
    close: () => {
      viewers.close();
      requests.close();
    },
  };
}

/** Messages that an app sends within this time are handled together, ms; so many at most. */
const BATCH_MS = 50;
const BATCH_MAX = 250;
/** Between two looks whether the app's window is closed, ms. */
const LOOK_MS = 1000;

/**
 * Opens the viewer to the app that opened it with `createBrowserInspector`, in a window or a frame. Any app may be it: nothing but
 * the greeting of @statelyai/inspect is sent to it.
 */
export function openAppSide(onMessages: (messages: Messages) => void): () => void {
  const app: Window | null = self === top ? opener : parent;
  if (app === null) return () => {};
  let waiting: unknown[] = [];
  const flush = () => {
    if (waiting.length > 0) onMessages(waiting);
    waiting = [];
  };
  const stopListening = listen(['message'], (event) => {
    const { source, data } = event as MessageEvent<{ type?: unknown } | null>;
    // pages and extensions send others, which are none of ours
    if (source !== app || !/^@(xstate|statelyai)\./.test(String(data?.type))) return;
    if (waiting.push(data) === 1) setTimeout(flush, BATCH_MS);
    if (waiting.length >= BATCH_MAX) flush();
  });
  const looking = setInterval(() => {
    if (!app.closed) return;
    clearInterval(looking);
    onMessages(GONE);
  }, LOOK_MS);
  app.postMessage({ type: '@statelyai.connected' }, '*');
  return () => {
    clearInterval(looking);
    stopListening();
  };
}
