import type { Bounds } from '../../entry/bbox.ts';
import table from './systemNames.json' with { type: 'json' };

/** A coordinate system that can be picked for a file. */
export interface NamedSystem {
  /** Of EPSG. */
  code: number;
  name: string;
  /** Where it is used, in EPSG's words. */
  area: string;
  /** The same in degrees; west is greater than east across 180°. */
  bounds: Bounds;
  /** The best and the worst accuracy that EPSG states for its shifts to WGS 84 there, metres; null if none is known. */
  accuracy: readonly [best: number, worst: number] | null;
  /** How far off it may be where its shift isn't known, metres; null if it is WGS 84 within two metres. */
  off: number | null;
  /** Whether its shift isn't known in a part of its area. */
  isPartial: boolean;
}

/** What is looked for. */
export interface SystemQuery {
  /** Code, words of the name, country. */
  text: string;
  /** The system's name in the file; '' if it has none. */
  like: string;
}

type Row = readonly [
  code: number,
  name: string,
  area: number,
  best: number,
  worst: number,
  off: number,
  partial: number,
];
const AREAS = table.areas as unknown as (readonly [string, string, ...Bounds])[];

interface Entry {
  system: NamedSystem;
  /** The words of its name and code, and those of its area, each after a space. */
  own: string;
  all: string;
}

const SYSTEMS_MAX = 40;
/** Share of the words of a file's name for a system that another name must have to be proposed. */
const LIKE_SHARE = 0.6;

/** The words of a text in lower case, without accents and punctuation. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\d+(?:\.\d+)?|[^\P{L}\p{Script=Han}]+\d*|\p{Script=Han}+/gu) ?? [];

/** What ESRI shortens, and how systems are called in Chinese, in EPSG's words. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bGK\b/gi, ' Gauss-Kruger '],
  [/新北京(?:\s*(?:19)?54)?/g, ' New Beijing '],
  [/北京(?:\s*(?:19)?54年?)?(?:坐标系)?/g, ' Beijing 1954 '],
  [/西安(?:\s*(?:19)?80年?)?(?:坐标系)?/g, ' Xian 1980 '],
  [/国家\s*2000(?:坐标系)?/g, ' CGCS2000 '],
  [/高斯(?:[-·]?克吕格)?(?:投影)?/g, ' Gauss-Kruger '],
  [/(\d+)\s*度(?:分)?带?/g, ' $1-degree '],
  [/(?:第)?\s*(\d+)\s*带/g, ' zone $1 '],
];

const inWords = (text: string): string[] =>
  wordsOf(OTHER_WORDS.reduce((plain, [from, to]) => plain.replace(from, to), text.replaceAll('_', ' ')));

const spaced = (words: readonly string[]): string => ` ${words.join(' ')}`;

let entries: readonly Entry[] | null = null;
function entriesOf(): readonly Entry[] {
  entries ??= (table.systems as unknown as Row[]).map(([code, name, at, best, worst, off, partial]) => {
    const [area, countries, ...bounds] = AREAS[at]!;
    const system: NamedSystem = {
      code,
      name,
      area,
      bounds,
      accuracy: best < 0 ? null : [best, worst],
      off: off < 0 ? null : off,
      isPartial: partial === 1,
    };
    const own = spaced([String(code), ...wordsOf(name)]);
    return { system, own, all: own + spaced(wordsOf(`${area} ${countries}`)) };
  });
  return entries;
}

/** The names in EPSG's language of the countries whose Chinese name has the text. */
function countriesOf(text: string): string[] {
  const [chinese, english] = ['zh', 'en'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => chinese!.of(code)?.includes(text))
    .flatMap((code) => english!.of(code) ?? [])
    .map((name) => spaced(wordsOf(name)));
}

/** How a word is found in the words of a system: by its beginning, or as one of the countries that it names in Chinese. */
function testOf(word: string): (words: string) => boolean {
  if (!/\p{Script=Han}/u.test(word)) return (words) => words.includes(` ${word}`);
  const names = countriesOf(word);
  return (words) => names.some((name) => words.includes(name));
}

/** The systems with all words of a text, those that have them in their code and name first. */
function foundBy(text: string): NamedSystem[] {
  const words = inWords(text.replace(/^\s*EPSG\s*:?\s*(?=\d)/i, ''));
  const tests = words.map(testOf);
  const found = entriesOf().filter(({ all }) => tests.every((test) => test(all)));
  const rank = ({ system, own }: Entry): number =>
    String(system.code) === words.join(' ') ? 0 : tests.every((test) => test(own)) ? 1 : 2;
  return found
    .map((entry) => ({ entry, rank: rank(entry) }))
    .toSorted(
      (one, other) => one.rank - other.rank || one.entry.system.name.length - other.entry.system.name.length,
    )
    .map(({ entry }) => entry.system);
}

/** The systems whose names have most of the words of the one in the file. */
function foundLike(name: string): NamedSystem[] {
  const words = [...new Set(inWords(name))];
  if (words.length === 0) return [];
  const shared = ({ own }: Entry): number =>
    words.filter((word) => `${own} `.includes(` ${word} `)).length / words.length;
  return entriesOf()
    .map((entry) => ({ entry, share: shared(entry) }))
    .filter(({ share }) => share >= LIKE_SHARE)
    .toSorted(
      (one, other) =>
        other.share - one.share || one.entry.system.name.length - other.entry.system.name.length,
    )
    .map(({ entry }) => entry.system);
}

/** The systems that fit a query best, at most SYSTEMS_MAX; without a text those whose names are like the file's. */
export function findSystems({ text, like }: SystemQuery): NamedSystem[] {
  return (text.trim() === '' ? foundLike(like) : foundBy(text)).slice(0, SYSTEMS_MAX);
}

/** The system of a code; null if it is unknown. */
export const systemOfCode = (code: number): NamedSystem | null =>
  entriesOf().find(({ system }) => system.code === code)?.system ?? null;
