import { addProtocol } from 'maplibre-gl';

const PREFIX = 'patient://';
/** After this many refusals a tile counts as failed. */
const TRIES = 10;

/** URL template of tiles that are asked for again while their server is busy, after `answerPatiently`. */
export const patiently = (template: string): string => PREFIX + template;

/** Seconds until a busy server wants to be asked again (429, 503); null if that would not help. */
function retryAfter({ status, headers }: Response): number | null {
  const seconds = headers.get('retry-after');
  const isForNow = (status === 429 || status === 503) && seconds !== null && /^\d{1,2}$/.test(seconds);
  return isForNow ? Number(seconds) : null;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/**
 * Loads a tile; while its server is busy, asks again when told to.
 * @throws Error with the HTTP status, as MapLibre's own
 */
async function loadPatiently(url: string, request: RequestInit, signal: AbortSignal): Promise<Response> {
  for (let left = TRIES; ; left--) {
    const reply = await fetch(url, { ...request, signal });
    if (reply.ok) return reply;
    const seconds = retryAfter(reply);
    if (seconds === null || left === 0)
      throw Object.assign(new Error(`the tile was answered with ${reply.status}`), { status: reply.status });
    await pause(seconds, signal);
  }
}

/** Registers the protocol of `patiently` for every map of the page. */
export function answerPatiently(): void {
  addProtocol('patient', async ({ url, headers }, { signal }) => {
    const request = headers === undefined ? {} : { headers: headers as Record<string, string> };
    const reply = await loadPatiently(url.slice(PREFIX.length), request, signal);
    return {
      data: await reply.arrayBuffer(),
      cacheControl: reply.headers.get('cache-control'),
      expires: reply.headers.get('expires'),
    };
  });
}
