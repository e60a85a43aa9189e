import { brief } from './pathData.ts';
import type { Path } from './pathFile.ts';
import type { Seen } from './replay/replay.ts';
import * as sample from '../shared/samples.ts';
import { stateInWords, shown, fieldsInWords, withFields } from './words.ts';

function seenInWords(seen: Seen): string[] {
  const state = stateInWords(seen.value);
  const tags = seen.tags.length === 0 ? '' : ` [${seen.tags.join(', ')}]`;
  return [
    ...(state === '' ? [] : [`it is in **${state}**${tags}`]),
    ...seen.called.map(
      ({ actor, input }) =>
        `it runs ${actor}${input === undefined || input === null ? '' : withFields(Object(input) === input ? (input as object) : { with: input })}`,
    ),
    ...seen.notified.map(
      ({ type, ...fields }) => `it tells its parent “${String(type)}”${withFields(fields)}`,
    ),
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
/** Longer values are cut. */
const LONGEST = 2000;

/**
 * The values that scenarios show by fingerprint: the name of the sample if there is one, and the whole value.
 */
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

/** A path in words: given, when, then. */
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
