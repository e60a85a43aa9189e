import { CallError, type CallFailure } from '../../../contract/callError.ts';
import { actorOf, type Model, type ModelEvent } from './explore.ts';
import { brief, briefFields } from './pathData.ts';
import type { Path } from './pathFile.ts';
import { delayOf, isDelay, type Seen } from './replay.ts';
import * as sample from '../shared/samples.ts';

/** A scenario is read by many: no word that is typed as a password stands in it. */
const SECRET = /pass|pwd|token/i;
const shown = (key: string, value: unknown) =>
  JSON.stringify(value, (inner: string, held: unknown) =>
    SECRET.test(inner || key) && held !== '' ? '•••' : held,
  );
const fieldsInWords = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${shown(key, value)}`)
    .join(', ');
const withFields = (fields: object) => {
  const words = fieldsInWords(briefFields(fields));
  return words === '' ? '' : ` (${words})`;
};

const FAILURES: Record<CallFailure, string> = {
  refused: 'is refused',
  offline: 'gets no answer: the network is away',
  malformed: 'gets an answer that is not what the contract says',
  unauthorized: 'is answered with 401: the session is over',
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

/** `login.submitted` with its fields: “login submitted” (uname …, upass •••). */
export function eventInWords(model: Model, event: ModelEvent): string {
  const actor = actorOf(event);
  if (actor !== null) return outcomeInWords(actor, event);
  if (isDelay(event)) return `${delayOf(model.machine, event)} ms pass (${event.type.split('.')[2] ?? ''})`;
  const { type, ...fields } = event;
  return `“${type.replaceAll('.', ' ')}”${withFields(fields)}`;
}

/** `{session: {signedIn: 'form'}}` → `session › signedIn › form`; regions that run together are joined by ` and `. */
export function stateInWords(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries((value ?? {}) as Record<string, unknown>)
    .map(([key, inner]) => {
      const within = stateInWords(inner);
      return within === '' ? key : `${key} › ${within}`;
    })
    .join(' and ');
}

function seenInWords(seen: Seen): string[] {
  const state = stateInWords(seen.value);
  const tags = seen.tags.length === 0 ? '' : ` [${seen.tags.join(', ')}]`;
  return [
    ...(state === '' ? [] : [`it is in **${state}**${tags}`]),
    ...seen.called.map(
      ({ actor, input }) =>
        `it runs ${actor}${input === undefined || input === null ? '' : withFields(Object(input) === input ? (input as object) : { with: input })}`,
    ),
    ...seen.told.map(({ type, ...fields }) => `it tells its parent “${String(type)}”${withFields(fields)}`),
    ...seen.sent.map(
      ({ to, type, ...fields }) => `it tells ${String(to)} “${String(type)}”${withFields(fields)}`,
    ),
    ...seen.did.map(
      ({ action, params }) => `it does ${action}${withFields(params === undefined ? {} : { with: params })}`,
    ),
    ...(Object.keys(seen.changed).length === 0 ? [] : [`it holds ${fieldsInWords(seen.changed)}`]),
  ];
}

const PRINT = /(?:object|string|list of \d+) #[0-9a-f]{12}/g;
/** Of a value that is longer yet only its beginning is written. */
const LONGEST = 2000;

/** What stands in scenarios by its fingerprint, with its name among the samples where it has one, and whole. */
export function longValuesOf(scenarios: string, values: ReadonlyMap<string, unknown>): string {
  const names = new Map(Object.entries(sample).map(([name, value]) => [brief(value), name]));
  const lines = [...new Set(scenarios.match(PRINT))].flatMap((print) => {
    if (!values.has(print)) return [];
    const text = shown('', values.get(print));
    const name = names.get(print);
    return [
      `- \`${print}\`${name === undefined ? '' : `, \`${name}\` of tests/model/shared/samples.ts`}:`,
      `  \`${text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text}\``,
    ];
  });
  return lines.length === 0 ? '' : ['## Long values', '', ...lines, ''].join('\n');
}

/** A path as a person reads it: what is given, what happens, what is seen then. */
export function scenarioOf(path: Path): string {
  const { changed: _all, ...start } = path.start;
  return [
    `## ${path.id}: ${path.title}`,
    '',
    ...path.reaches.map((what) => `> the first to reach ${what}`),
    ...(path.reaches.length === 0 ? ['> a further sample, or two transitions in a row'] : []),
    '',
    `**Given** ${path.variant}`,
    ...seenInWords({ ...start, changed: {} }).map((line) => `- ${line}`),
    ...path.steps.flatMap(({ says, expect }) => [
      '',
      `**When** ${says}`,
      ...seenInWords(expect).map((line) => `- ${line}`),
    ]),
    '',
  ].join('\n');
}
