/**
 * Writes reports/machines/MACHINE.md: purpose, statechart, states, events and rules of each production machine, from its
 * source and definition; and src/machines/inspector/eventExamples.json: an example of each event type, from the models.
 * `--check` writes nothing and exits with 1 if the examples, which the viewer imports, are out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chartOf } from '../../src/machines/inspector/chart.ts';
import { redact, type Json } from '../../src/machines/inspector/redact.ts';
import { models } from '../../tests/model/session/models.ts';
import { pageOf } from './machinePages.ts';

const FOLDER = 'reports/machines';
const EXAMPLES = 'src/machines/inspector/eventExamples.json';

/** Whether the shown event is truncated and so can't be sent. */
const isCut = (shown: Json) => /"… \d+ more"/.test(JSON.stringify(shown));

/** The first event of each type that is short enough to be shown whole, with secrets redacted. */
function shownWhole(events: (typeof models)[number]['events']): Map<string, Json> {
  const first = new Map<string, Json>();
  for (const event of events) {
    const shown = redact(event);
    if (!first.has(event.type) && !isCut(shown)) first.set(event.type, shown);
  }
  return first;
}
const anywhere = shownWhole(models.flatMap(({ events }) => events));

/**
 * An example of each event type that a machine accepts, for the viewer to propose: from the machine's own
 * model, or from another's that accepts the type.
 * @throws Error if all are too long
 */
function examplesOf({ machine, events }: (typeof models)[number]): string {
  const types = new Set(events.map(({ type }) => type).filter((type) => !type.startsWith('xstate.')));
  const own = shownWhole(events);
  const lines = [...types].map((type) => {
    const event = own.get(type) ?? anywhere.get(type);
    if (event === undefined) throw new Error(`no ${type} of ${machine.id} is short enough to be sent`);
    return `      ${JSON.stringify(type)}: ${JSON.stringify(event)}`;
  });
  return `    ${JSON.stringify(machine.id)}: {\n${lines.join(',\n')}\n    }`;
}

const examples = [
  '{',
  '  "$comment": "written by `npm run charts`, from the models of tests/model",',
  '  "examples": {',
  models.map(examplesOf).join(',\n'),
  '  }',
  '}',
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (!existsSync(EXAMPLES) || readFileSync(EXAMPLES, 'utf8') !== examples) {
    console.error(`${EXAMPLES} is out of date: npm run charts`);
    process.exitCode = 1;
  }
} else {
  writeFileSync(EXAMPLES, examples);
  mkdirSync(FOLDER, { recursive: true });
  for (const model of models)
    writeFileSync(`${FOLDER}/${model.name}.md`, pageOf(model, chartOf(model.machine)));
}
