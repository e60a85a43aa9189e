import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NoAnswer, pinned, publicAddresses } from './address.ts';

const REDIRECTS_MAX = 5;
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A body is larger than its reader takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** An answer with its whole body. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The address after redirects. */
  url: string;
}

export interface GetOptions {
  headers?: Readonly<Record<string, string>>;
  /** A body makes it a POST of JSON. */
  body?: unknown;
  /** Bytes of the body, decompressed. */
  maxBytes: number;
  /** For the whole call with its redirects, ms. */
  timeMs: number;
  isPrivateAllowed: boolean;
  /** Kept connections; a new one for each call if absent. */
  agents?: Agents;
  signal?: AbortSignal;
}

export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** At most so many connections to a host at a time, kept between calls; an idle one keeps no process alive. */
export function keptConnections(maxSockets: number): Agents & { close: () => void } {
  const options = { keepAlive: true, maxSockets };
  const [http, https] = [new HttpAgent(options), new HttpsAgent(options)];
  return {
    http,
    https,
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
}

/** The body, decompressed and at most so many bytes. @throws TooLarge */
async function bodyOf(reply: Readable & { headers: IncomingHttpHeaders }, maxBytes: number): Promise<Buffer> {
  const decoder = DECODERS[reply.headers['content-encoding'] ?? '']?.();
  // an error of either stream ends the loop below
  const body = decoder === undefined ? reply : pipeline(reply, decoder, () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      reply.destroy();
      throw new TooLarge(`more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function callOnce(url: URL, options: GetOptions, signal: AbortSignal): Promise<Answer> {
  const addresses = await publicAddresses(url.hostname, options.isPrivateAllowed);
  const isHttps = url.protocol === 'https:';
  const request = isHttps ? httpsRequest : httpRequest;
  const text = options.body === undefined ? null : JSON.stringify(options.body);
  return new Promise<Answer>((resolve, reject) => {
    const call = request(url, {
      method: text === null ? 'GET' : 'POST',
      agent: options.agents === undefined ? false : isHttps ? options.agents.https : options.agents.http,
      signal,
      lookup: pinned(addresses),
      headers: {
        'accept-encoding': 'gzip, br',
        'user-agent': 'Groundtrack',
        ...(text === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...options.headers,
      },
    });
    const failed = (error: unknown) =>
      reject(error instanceof TooLarge ? error : new NoAnswer(signal.aborted ? 'timeout' : 'connection'));
    call.on('error', failed);
    call.on('response', (reply) => {
      bodyOf(reply, options.maxBytes).then(
        (body) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body, url: url.href }),
        failed,
      );
    });
    call.end(text ?? undefined);
  });
}

/**
 * Reads a document of the internet. The name of each address, also of those that it is redirected to, is resolved and
 * checked at the call, and the connection goes to what was checked.
 * @throws NoAnswer address (not http or https, or redirected too often), private, unresolved, timeout, connection
 * @throws TooLarge
 */
export async function getFrom(address: string, options: GetOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  // a name server may be silent for longer
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new NoAnswer('timeout')), { once: true });
  });
  late.catch(() => undefined);
  let next = address;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    const url = URL.canParse(next) ? new URL(next) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw new NoAnswer('address');
    const answer = await Promise.race([callOnce(url, options, signal), late]);
    const { location } = answer.headers;
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
    next = URL.canParse(location, url) ? new URL(location, url).href : location;
  }
  throw new NoAnswer('address');
}
