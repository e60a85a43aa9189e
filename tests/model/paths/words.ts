import { actorOf, type Model, type ModelEvent } from './explore.ts';
import { delayOf, isDelay } from './replay/replay.ts';
import { CallError, type CallFailure } from '../../../contract/calls/callError.ts';
import { briefFields } from './pathData.ts';

/** `login.submitted` with its fields: “login submitted” (uname …, upass •••). */
export function eventInWords(model: Model, event: ModelEvent): string {
  const actor = actorOf(event);
  if (actor !== null) return outcomeInWords(actor, event);
  if (isDelay(event))
    return `${delayOf(model.machine, event) ?? 'some'} ms pass (${event.type.split('.')[2] ?? ''})`;
  const { type, ...fields } = event;
  return `“${type.replaceAll('.', ' ')}”${withFields(fields)}`;
}

/** `{session: {signedIn: 'form'}}` → `session › signedIn › form`; parallel regions are joined by ` and `. */
export function stateInWords(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries((value ?? {}) as Record<string, unknown>)
    .map(([key, inner]) => {
      const within = stateInWords(inner);
      return within === '' ? key : `${key} › ${within}`;
    })
    .join(' and ');
}

/** Scenarios are published, so passwords are masked. */
const SECRET = /pass|pwd|token/i;

export const shown = (key: string, value: unknown) =>
  JSON.stringify(value, (inner: string, held: unknown) =>
    SECRET.test(inner || key) && held !== '' ? '•••' : held,
  );

export const fieldsInWords = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${shown(key, value)}`)
    .join(', ');

export const withFields = (fields: object) => {
  const words = fieldsInWords(briefFields(fields));
  return words === '' ? '' : ` (${words})`;
};

const FAILURES: Record<CallFailure, string> = {
  refused: 'is refused',
  offline: 'gets no answer: the network is away',
  malformed: 'gets an answer that is not what the contract says',
  unauthorized: 'is answered with 401: the session is over',
  absent: 'is not a call of this back end',
};

function outcomeInWords(actor: string, event: ModelEvent): string {
  if (event.type.startsWith('xstate.done.')) {
    const { output } = event;
    if (output === undefined) return `${actor} succeeds`;
    const answer = briefFields({ answer: output })['answer'];
    return `${actor} succeeds with ${shown('answer', answer)}`;
  }
  const { error } = event;
  if (!(error instanceof CallError)) return `${actor} breaks`;
  const words = error.serverMessage;
  if (error.kind !== 'refused') return `${actor} ${FAILURES[error.kind]}`;
  return `${actor} ${FAILURES.refused} ${words === undefined ? 'without a word' : `with “${words}”`}`;
}
