/** A submit whose outcome this browser doesn't know. It names neither the user nor what was ordered. */
export interface UnansweredSubmit {
  /** The id of the form's machine. */
  form: string;
  key: string;
  /** How long a reply may still come, ms; 0 if it is lost. */
  wait: number;
}

/** The submits of one user without an answer, as this browser remembers them: for every tab, and the next log-in. */
export interface SubmitMemory {
  /** @param about what the form orders: the same scenes or layer, and area, have the same text */
  find(form: string, about: string): UnansweredSubmit | null;
  list(): UnansweredSubmit[];
  /** @param isLost the wait for its reply is over */
  remember(submit: { form: string; about: string; key: string }, isLost: boolean): void;
  /** The server has said what this key made. */
  forget(key: string): void;
}

/** After these waits the server is asked again, ms; the last one repeats. */
const LOOK_WAITS_MS = [1000, 2000, 3000, 4000, 10_000];

/** The wait before the next question, after `looks` of them without an answer, ms. */
export function lookWait(looks: number): number {
  return LOOK_WAITS_MS[Math.min(Math.max(looks - 1, 0), LOOK_WAITS_MS.length - 1)] ?? 0;
}
