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
  /** The name of that one. */
  longest: string;
  /** Until the server had nothing to do, ms; Infinity if it still had. */
  idleMs: number;
  /** What was still working then. */
  busy: readonly string[];
  /** Resident memory of the server afterwards, MB. */
  mb: number;
  /** Of its calls, how often each was. */
  statuses: string;
}

/** The limits of everything that is measured. */
export const BARS = { holdMs: 50, times: 3, callMs: 26_000, idleMs: 5_000, residentTimes: 1.5 } as const;
/** A call that takes less when it's quiet is compared with this: a few ms are the machine's. */
const LEAST_QUIET_MS = 20;

/** Whether a call was answered, other than by a refusal for now. */
export const isAnswered = ({ status }: Sample): boolean => status > 0 && status < 429;

/** p95 of each kind of the neighbour's calls, ms; one without an answer took as long as a client waits. */
export function p95Of(samples: readonly Sample[]): Map<string, number> {
  const kinds = new Map<string, number[]>();
  for (const sample of samples) {
    const { kind, ms } = sample;
    kinds.set(kind, [...(kinds.get(kind) ?? []), isAnswered(sample) ? ms : CALL_TIMEOUT_MS]);
  }
  return new Map([...kinds].map(([kind, times]) => [kind, quantile(times, 0.95)]));
}

/** How many times its quiet p95 the p95 of each kind of calls is; the kind that waits longest comes first. */
export function timesOf(
  samples: readonly Sample[],
  quiet: ReadonlyMap<string, number>,
): { kind: string; times: number }[] {
  return [...p95Of(samples)]
    .map(([kind, ms]) => ({ kind, times: ms / Math.max(LEAST_QUIET_MS, quiet.get(kind) ?? 0) }))
    .toSorted((a, b) => b.times - a.times);
}

/** How often each status was. */
export function countsOf(all: readonly { status: number }[]): string {
  const counts: Record<number, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  return JSON.stringify(counts);
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

/** A turn with the functions that were sampled most, as text. */
export function turnOf(hold: Hold | null): string {
  if (hold === null) return 'below 25 ms';
  return `${hold.ms} ms in ${hold.in.map(([name, count]) => `${name} (${count})`).join(', ')}`;
}
