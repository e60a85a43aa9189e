import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { NoAnswer, pinned, publicAddresses } from './address.ts';

/** How long a call may take as a whole, ms. */
const TIME_MS = 10_000;
/** Bytes of an answer that are read; more end the connection. */
const ANSWER_MAX_BYTES = 64 * 1024;

/**
 * The URL of a webhook.
 * @param isPrivateAllowed whether http is allowed too; an operator's setting for tests
 * @returns null unless it is https, without user name or password
 */
export function hookUrl(text: string, isPrivateAllowed: boolean): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (isPrivateAllowed && url.protocol === 'http:') ? url : null;
}

/** Checks now whether a URL may be called. @throws NoAnswer address, private or unresolved */
export async function checkTarget(text: string, isPrivateAllowed: boolean): Promise<void> {
  const url = hookUrl(text, isPrivateAllowed);
  if (url === null) throw new NoAnswer('address');
  await publicAddresses(url.hostname, isPrivateAllowed);
}

/**
 * Posts JSON to a URL of a user. The name is resolved and its addresses are checked at each call, and the connection goes to
 * those addresses; redirects are not followed.
 * @returns the status of the answer
 * @throws NoAnswer if there is none
 */
export async function postTo(
  text: string,
  message: { headers: Readonly<Record<string, string>>; body: string },
  { isPrivateAllowed, timeMs = TIME_MS }: { isPrivateAllowed: boolean; timeMs?: number },
): Promise<number> {
  const url = hookUrl(text, isPrivateAllowed);
  if (url === null) throw new NoAnswer('address');
  const signal = AbortSignal.timeout(timeMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new NoAnswer('timeout')), { once: true });
  });
  // a name server may be silent for longer
  const addresses = await Promise.race([publicAddresses(url.hostname, isPrivateAllowed), late]);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const answer = new Promise<number>((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: pinned(addresses),
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
    });
    call.on('error', () => reject(new NoAnswer(signal.aborted ? 'timeout' : 'connection')));
    call.on('response', (reply) => {
      let bytes = 0;
      const end = () => {
        resolve(reply.statusCode ?? 0);
        reply.destroy();
      };
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_MAX_BYTES) end();
      });
      reply.on('end', end);
      reply.on('error', () => reject(new NoAnswer(signal.aborted ? 'timeout' : 'connection')));
    });
    call.end(message.body);
  });
  return Promise.race([answer, late]);
}
