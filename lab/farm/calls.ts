import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../bench/support/databases.ts';

export type CallKind = 'search' | 'tile' | 'order' | 'export';

/** What became of the calls of one kind. */
export interface CallFigures {
  calls: number;
  /** First tries without a reply of the portal: a connection that broke, or 502. */
  broken: number;
  /** First tries that were told to come again. */
  later: number;
  /** Calls that no repetition helped. */
  lost: number;
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
}

const TRIES = 40;
const PAUSE_MS = 250;

/** Counts calls by kind; each is repeated until it is answered, as a page would. */
export class Calls {
  readonly #kinds = new Map<CallKind, Omit<CallFigures, 'p50Ms' | 'p95Ms' | 'maxMs'> & { times: number[] }>();

  /**
   * Makes a call until it is answered; its time is from the first try to the answer.
   * @param make throws a TypeError or SyntaxError if the connection broke, and returns null to come again
   */
  async make<T>(kind: CallKind, make: () => Promise<T | null>): Promise<T | null> {
    const none = { calls: 0, broken: 0, later: 0, lost: 0, times: [] };
    const counts = this.#kinds.get(kind) ?? none;
    this.#kinds.set(kind, counts);
    counts.calls += 1;
    const began = performance.now();
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        const answer = await make();
        if (answer !== null) {
          counts.times.push(performance.now() - began);
          return answer;
        }
        if (tries === 0) counts.later += 1;
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
        if (tries === 0) counts.broken += 1;
      }
      await pause(PAUSE_MS);
    }
    counts.lost += 1;
    return null;
  }

  figures(): Record<string, CallFigures> {
    return Object.fromEntries(
      [...this.#kinds].map(([kind, { times, ...counts }]) => [
        kind,
        {
          ...counts,
          p50Ms: Math.round(quantile(times, 0.5)),
          p95Ms: Math.round(quantile(times, 0.95)),
          maxMs: Math.round(Math.max(...times)),
        },
      ]),
    );
  }
}
