/** A submit whose outcome this browser doesn't know. It names neither the user nor what was ordered. */
export interface UnansweredSubmit {
  /** The id of the form's machine. */
  form: string;
  key: string;
  /** How long a reply may still come, ms; 0 if it is lost. */
  wait: number;
}

/** One user's unanswered submits in this browser: shared by all tabs, and kept for the next log-in. */
export interface SubmitMemory {
  /** @param about identifies what the form orders: the same scenes or layer, and area, give the same text */
  find(form: string, about: string): UnansweredSubmit | null;
  list(): UnansweredSubmit[];
  /** @param isLost the wait for its reply is over */
  remember(submit: { form: string; about: string; key: string }, isLost: boolean): void;
  /** The server has reported what this key made. */
  forget(key: string): void;
}

/** Waits before the next requests for the outcome, ms; the last one repeats. */
const LOOK_WAITS_MS = [1000, 2000, 3000, 4000, 10_000];

/** The wait before the next request after `looks` unanswered ones, ms. */
export function lookWait(looks: number): number {
  return LOOK_WAITS_MS[Math.min(Math.max(looks - 1, 0), LOOK_WAITS_MS.length - 1)] ?? 0;
}
