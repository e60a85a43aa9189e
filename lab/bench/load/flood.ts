/**
 * Sends all requests of a file at once and prints what became of them. Those that the server refuses for now are sent
 * again when it says, unless `once` is given.
 *   node --import tsx lab/bench/load/flood.ts FILE [once]
 */
import { readFileSync } from 'node:fs';

/** A request with its address. */
export interface FloodRequest {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}
/** What became of the requests. */
export interface Flooded {
  served: number;
  /** Refusals with Retry-After. */
  refused: number;
  errors: number;
}

const [file = '', mode] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(file, 'utf8')) as FloodRequest[];
const outcome: Flooded = { served: 0, refused: 0, errors: 0 };

async function send({ url, init }: FloodRequest): Promise<void> {
  for (;;) {
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    const seconds = Number(answer.headers.get('retry-after'));
    const isForNow = (answer.status === 429 || answer.status === 503) && seconds > 0;
    if (isForNow) outcome.refused++;
    else if (answer.ok) outcome.served++;
    else outcome.errors++;
    if (!isForNow || mode === 'once') return;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

await Promise.all(requests.map((request) => send(request).catch(() => outcome.errors++)));
console.log(JSON.stringify(outcome));
