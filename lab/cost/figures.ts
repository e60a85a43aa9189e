import { readFileSync } from 'node:fs';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { quantile } from '../bench/support/databases.ts';
import type { Sample } from './neighbour.ts';
import type { Step } from './plan.ts';

/** A turn of the server's loop that used the processor for long (loopWatch.mjs). */
export interface Hold {
  at: number;
  ms: number;
  /** Functions that were sampled in it, with their number of samples. */
  in: [string, number][];
}

/** What was measured of a step. */
export interface StepFigures {
  step: Step;
  number: number;
  from: number;
  to: number;
  /** The longest of its calls, ms; Infinity if one was given up. */
  callMs: number;
  /** Until the server had nothing to do, ms; Infinity if it still had. */
  idleMs: number;
  statuses: Record<number, number>;
}

/** The limits of everything that is measured. */
export const BARS = { holdMs: 50, times: 3, callMs: 26_000, idleMs: 5_000, residentTimes: 1.5 } as const;
/** A call that takes less when it's quiet is compared with this: a few ms are the machine's. */
const LEAST_QUIET_MS = 20;

/** p95 of each kind of the neighbour's calls while nothing else is done, ms. */
export function quietOf(samples: readonly Sample[]): Map<string, number> {
  const p95Of = (wanted: string) =>
    quantile(
      samples.filter(({ kind }) => kind === wanted).map(({ ms }) => ms),
      0.95,
    );
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  return new Map(kinds.map((kind) => [kind, Math.max(LEAST_QUIET_MS, p95Of(kind))]));
}

/** How many times its quiet p95 each call took, p95 of all; one without an answer took as long as a client waits. */
export function timesOf(samples: readonly Sample[], quiet: ReadonlyMap<string, number>): number {
  const times = samples.map(
    ({ kind, ms, isAnswered }) => (isAnswered ? ms : CALL_TIMEOUT_MS) / (quiet.get(kind) ?? LEAST_QUIET_MS),
  );
  return times.length === 0 ? 0 : quantile(times, 0.95);
}

/** The turns of a server's loop in a file that were told so far. */
export function holdsIn(file: string): Hold[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Hold);
}

/** The longest turn of the loop between two moments; null without a long one. */
export function longestHold(holds: readonly Hold[], from: number, to: number): Hold | null {
  // a turn is told when it is over
  const own = holds.filter(({ at }) => at >= from && at <= to + 100);
  return own.toSorted((a, b) => b.ms - a.ms)[0] ?? null;
}
