import { readFileSync } from 'node:fs';
import { allTransitions } from '../model/mutation/instrument.ts';
import { models } from '../model/session/models.ts';
import { section4 } from './section4.ts';
import { section5 } from './section5.ts';
import { section8 } from './section8.ts';
import type { Row } from './row.ts';

/** Rows by section of the specification; a row's number is its position, from 1. */
export const SECTIONS: Readonly<Record<string, readonly Row[]>> = {
  '§4': section4,
  '§5': section5,
  '§8': section8,
};

const TITLE =
  /\b(?:test|it)(?:\.(?:each|for|skipIf|runIf)\b[\s\S]*?\)\s*\(|\()\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;
const titles = new Map<string, Set<string>>();

/** The test titles of a source file. @throws Error if the file is missing */
function titlesIn(file: string): Set<string> {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const found = new Set(
    [...source.matchAll(TITLE)].map(([, quote, title]) =>
      (title ?? '').replaceAll(`\\${quote}`, quote ?? ''),
    ),
  );
  titles.set(file, found);
  return found;
}

let transitions: Set<string> | null = null;
function isTransition(id: string): boolean {
  transitions ??= new Set(models.flatMap(({ machine }) => allTransitions(machine).map((one) => one.id)));
  return transitions.has(id);
}

/** Why a tag is invalid; null if it names an existing test or transition. */
export function faultOf(tag: string): string | null {
  const at = tag.indexOf(': ');
  const [file, title] = [tag.slice(0, at), tag.slice(at + 2)];
  if (file === 'path') return isTransition(title) ? null : `no machine has the transition ${title}`;
  try {
    return titlesIn(file).has(title) ? null : `${file} has no test '${title}'`;
  } catch {
    return `there is no ${file}`;
  }
}

/** Errors in the rows' tags: rows without tags, and tags without a target. */
export function faultsOf(sections: Readonly<Record<string, readonly Row[]>>): string[] {
  return Object.entries(sections).flatMap(([section, rows]) =>
    rows.flatMap(({ says, by }, index) => {
      const name = `${section} row ${index + 1} “${says}”`;
      if (by.length === 0) return [`${name}: nothing shows it`];
      return by.flatMap((tag) => {
        const fault = faultOf(tag);
        return fault === null ? [] : [`${name}: ${fault}`];
      });
    }),
  );
}

/** The rows and what covers them, as Markdown. */
export function rowsReport(): string {
  // a | in a text would end its table cell
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = Object.entries(SECTIONS).flatMap(([section, list]) =>
    list.map(
      ({ says, by }, index) => `| ${section}.${index + 1} | ${cell(says)} | ${by.map(cell).join('<br>')} |`,
    ),
  );
  const faults = faultsOf(SECTIONS).map((fault) => `- ${fault}`);
  return [
    '# Rows of the specification and what shows them',
    '',
    '| row | says | shown by |',
    '|---|---|---|',
    ...rows,
    '',
    ...(faults.length === 0 ? [`All ${rows.length} rows are tagged.`] : ['Wrong:', '', ...faults]),
    '',
  ].join('\n');
}
