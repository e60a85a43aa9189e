import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What can be cited. */
export interface Cited {
  /** Names in each section of the specification: its title, its headings, and its texts in bold and in code. */
  sections: ReadonlyMap<string, readonly string[]>;
  /** Product decisions, by number. */
  decisions: ReadonlySet<string>;
  /** Decision records, by their three digits. */
  records: ReadonlySet<string>;
  /** Laws of CONTRIBUTING.md, by number. */
  laws: ReadonlySet<string>;
  /** Headings of docs/design.md. */
  design: readonly string[];
  /** Whether a document exists. @param from the file that names it */
  hasDocument: (document: string, from: string) => boolean;
}

/** A citation that leads nowhere. Lines from 1. */
export interface Fault {
  line: number;
  citation: string;
}

/**
 * Documents elsewhere. A § is theirs if it follows the name (`RFC 7946 §3.1.6`, also with a comma or an opening bracket
 * between, and `RFC 9110 §14.2 and §13.1.5`); any other § is the specification's.
 */
const ELSEWHERE = [
  String.raw`RFC \d+`,
  String.raw`OGC \d\d-\d+r\d`,
  String.raw`OGC API Features(?: 1\.0)?`,
  String.raw`OGC GeoTIFF 1\.1`,
  String.raw`TIFF 6\.0`,
  String.raw`XML 1\.0`,
  String.raw`STAC(?: API)? 1\.0(?:\.0)?(?:, (?:Core|Item Search))?`,
  String.raw`Vector Tile Specification 2\.1`,
  String.raw`Handbook`,
  String.raw`Understanding SAR Images`,
].join('|');
const OF_ELSEWHERE = new RegExp(String.raw`(?:${ELSEWHERE}),? \(?(?:§[\w.]+(?:,| and) )*$`);

const NUMBERS = String.raw`(\d+(?:(?:, | and | to )\d+)*)(?!\d)`;
const DECISION = new RegExp(String.raw`\bdecisions? ${NUMBERS}`, 'gi');
const RECORD = new RegExp(
  String.raw`\b(?:records? |(?:amended|superseded) by |docs/decisions/)(\d{3}(?:(?:, | and | to )\d{3})*)(?!\d)`,
  'gi',
);
const LAW = new RegExp(String.raw`\blaws? ${NUMBERS}`, 'gi');
const DESIGN = /\bdesign\.md, ([A-Z][^.,;:)(*]*)/g;
/** Documents named outside of quotes, by their path or alone. */
const DOCUMENT = /(?<![\w./'"`${}-])(?:docs\/[\w./-]+|[a-z][\w-]*)\.md\b/g;

/** Joins the lines, without the signs of comments, so that a citation may wrap. */
function joined(text: string): { flat: string; lineAt: (index: number) => number } {
  const starts: number[] = [];
  let flat = '';
  for (const line of text.split('\n')) {
    starts.push(flat.length);
    flat += `${line.replace(/^\s*(?:\/?\*+(?!\/)|\/\/|--|#|>)?\s*/, '')} `;
  }
  return { flat, lineAt: (index) => starts.filter((start) => start <= index).length };
}

const isName = (rest: string, name: string): boolean =>
  rest.startsWith(name) && !/^[\w-]/.test(rest.slice(name.length));

/** The fault of a § in the text, with what follows it; null if it leads to a section and, if it names one, a part of it. */
function faultOfSection(before: string, after: string, sections: Cited['sections']): string | null {
  if (OF_ELSEWHERE.test(before)) return null;
  const [cited, number] = /^§([1-9])(?!\w|\.\w)/.exec(after) ?? [];
  if (cited === undefined || number === undefined) return after.slice(0, 12).trim();
  const names = sections.get(number);
  if (names === undefined) return cited;
  const rest = after.slice(cited.length + 1);
  const isNamed = after[cited.length] === ' ' && /^(?:[A-Z]|\/\w)/.test(rest);
  return isNamed && !names.some((name) => isName(rest, name)) ? after.slice(0, 40).trim() : null;
}

/**
 * The citations of a text that lead nowhere.
 * @param file its path in the repository
 */
export function faultsOf(text: string, file: string, cited: Cited): Fault[] {
  const { flat, lineAt } = joined(text);
  const faults: Fault[] = [];
  const report = (index: number, citation: string) => faults.push({ line: lineAt(index), citation });
  for (const { index } of flat.matchAll(/§/g)) {
    const fault = faultOfSection(
      flat.slice(Math.max(0, index - 120), index),
      flat.slice(index, index + 120),
      cited.sections,
    );
    if (fault !== null) report(index, fault);
  }
  const numbered = (pattern: RegExp, isCited: (number: string) => boolean) => {
    for (const found of flat.matchAll(pattern))
      if (!found[1]!.match(/\d+/g)!.every(isCited)) report(found.index, found[0].trim());
  };
  numbered(DECISION, (number) => (number.length < 3 ? cited.decisions : cited.records).has(number));
  numbered(RECORD, (number) => cited.records.has(number));
  numbered(LAW, (number) => cited.laws.has(number));
  for (const found of flat.matchAll(DESIGN)) {
    const rest = found[1]!.split(/ and (?=[A-Z])/);
    if (!rest.every((name) => cited.design.some((heading) => isName(name, heading))))
      report(found.index, found[0].trim());
  }
  for (const found of flat.matchAll(DOCUMENT))
    if (!cited.hasDocument(found[0], file)) report(found.index, found[0].trim());
  return faults;
}

const headings = (text: string, level: string): string[] =>
  [...text.matchAll(new RegExp(`^${level} (.+)$`, 'gm'))].map(([, heading]) => heading!);

/** Names of a section: `POST /login` is cited with its method or without. */
function namesOf(text: string, title: string): string[] {
  const marked = [...text.matchAll(/\*\*(.+?)\*\*|`(.+?)`/g)].map(([, bold, code]) => bold ?? code!);
  return [
    title,
    ...headings(text, '#{3,4}'),
    ...marked,
    ...marked.map((name) => name.replace(/^(?:GET|POST) /, '')),
  ];
}

/** Reads what can be cited in the repository. */
export function citedIn(root: string): Cited {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const pages = readdirSync(join(root, 'docs/specification')).map((page) =>
    read(`docs/specification/${page}`),
  );
  const sections = pages
    .flatMap((page) => page.split(/^(?=## [1-9] )/m))
    .flatMap((part) => {
      const [, number, title] = /^## ([1-9]) (.+)$/m.exec(part) ?? [];
      return number === undefined || title === undefined ? [] : [[number, namesOf(part, title)] as const];
    });
  const laws =
    read('CONTRIBUTING.md')
      .split(/^(?=## )/m)
      .find((part) => part.startsWith('## Laws')) ?? '';
  return {
    sections: new Map(sections),
    decisions: new Set(
      pages.flatMap((page) => [...page.matchAll(/^### Decision (\d+):/gm)].map(([, number]) => number!)),
    ),
    records: new Set(
      readdirSync(join(root, 'docs/decisions')).flatMap((file) => /^\d{3}(?=-)/.exec(file)?.[0] ?? []),
    ),
    laws: new Set([...laws.matchAll(/^(\d+)\. /gm)].map(([, number]) => number!)),
    design: headings(read('docs/design.md'), '##'),
    hasDocument: (document, from) =>
      ['.', 'docs', dirname(from)].some((folder) => existsSync(join(root, folder, document))),
  };
}
