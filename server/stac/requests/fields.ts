import { isRecord } from '../stacItem.ts';
import { invalid } from './stacError.ts';

/** The fields that a caller wants of Items (Fields extension). */
export interface FieldChoice {
  include: readonly string[];
  exclude: readonly string[];
  /** Nothing is included, so that all fields are wanted except the excluded ones. */
  isRestWanted: boolean;
}

/** What makes a valid Item. */
const DEFAULT = [
  'type',
  'stac_version',
  'id',
  'geometry',
  'bbox',
  'links',
  'assets',
  'collection',
  'properties.datetime',
];
/** What says whose a part of an object is. */
const IDENTITY = ['type', 'stac_version', 'id', 'collection'];
const TOP = new Set([...DEFAULT, 'stac_extensions', 'properties']);

type Fields = Record<string, unknown>;

/** Names of properties may lack `properties.`. */
const pathOf = (name: string): string[] => {
  const [first = '', ...rest] = name.split('.');
  return TOP.has(first) ? [first, ...rest] : ['properties', ...name.split('.')];
};

/** Copies the value at a path; a missing one is left out. */
function copy(from: Fields, into: Fields, [key = '', ...rest]: readonly string[]): void {
  if (!Object.hasOwn(from, key)) return;
  const value = from[key];
  if (rest.length === 0) into[key] = value;
  else if (isRecord(value)) {
    const own = isRecord(into[key]) ? { ...into[key] } : {};
    copy(value, own, rest);
    into[key] = own;
  }
}

/** The same fields without those at the path. */
function without(fields: Fields, [key = '', ...rest]: readonly string[]): Fields {
  if (!Object.hasOwn(fields, key)) return fields;
  const { [key]: value, ...others } = fields;
  if (rest.length === 0) return others;
  return isRecord(value) ? { ...others, [key]: without(value, rest) } : fields;
}

/** Whether the caller names a property among the fields to include. */
export const isIncluded = ({ include }: FieldChoice, property: string): boolean =>
  include.some((name) => pathOf(name).join(' ') === `properties ${property}`);

const isBelow = (path: readonly string[], above: readonly string[]): boolean =>
  path.length > above.length && above.every((key, at) => path[at] === key);

/** Copies the chosen fields of an Item: the more specific path wins, and include before exclude. */
export type Choose = (item: object) => Fields;

/** A choice, prepared once for all Items of a page. */
export function chooserOf({ include, exclude, isRestWanted }: FieldChoice): Choose {
  const included = include.map(pathOf);
  const excluded = exclude.map(pathOf);
  if (included.length === 0) {
    const wanted = DEFAULT.map(pathOf);
    return (item) => {
      const base: Fields = isRestWanted ? (item as Fields) : {};
      if (!isRestWanted) for (const path of wanted) copy(item as Fields, base, path);
      return excluded.reduce(without, base);
    };
  }
  const identity = included.some((path) => path.length > 1) ? IDENTITY : [];
  // shorter paths first, so that what is excluded below them and included below that comes back
  const steps = included
    .toSorted((a, b) => a.length - b.length)
    .map((path) => ({ path, left: excluded.filter((one) => isBelow(one, path)) }));
  const again = included.filter((path) =>
    excluded.some((one) => isBelow(path, one) || one.join('.') === path.join('.')),
  );
  return (item) => {
    const full = item as Fields;
    let chosen: Fields = {};
    for (const name of identity) copy(full, chosen, [name]);
    for (const { path, left } of steps) {
      copy(full, chosen, path);
      chosen = left.reduce(without, chosen);
    }
    for (const path of again) copy(full, chosen, path);
    return chosen;
  };
}

/** Names of both lists together. */
const NAMES_MAX = 100;

/** @throws StacError 400 if there are too many names */
function bounded(choice: FieldChoice): FieldChoice {
  if (choice.include.length + choice.exclude.length > NAMES_MAX)
    throw invalid(`fields has more than ${NAMES_MAX} names`);
  return choice;
}

/** The parameter `fields` of GET: names with commas between, excluded ones with a minus. @throws StacError 400 */
export function fieldsOfText(text: string): FieldChoice {
  const names = text.split(',').map((name) => name.trim());
  const named = names.filter((name) => !/^[+-]?$/.test(name));
  return bounded({
    include: named.filter((name) => !name.startsWith('-')).map((name) => name.replace(/^\+/, '')),
    exclude: named.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
    isRestWanted: false,
  });
}

/** `fields` of a body. @throws StacError 400 */
export function fieldsOfJson(value: unknown): FieldChoice {
  const names = (key: 'include' | 'exclude'): string[] => {
    const list = isRecord(value) ? (value[key] ?? []) : null;
    if (!Array.isArray(list) || list.some((name) => typeof name !== 'string'))
      throw invalid('fields must be an object with the lists include and exclude');
    return list as string[];
  };
  const [include, exclude] = [names('include'), names('exclude')];
  const isMissing = isRecord(value) && !('include' in value);
  return bounded({ include, exclude, isRestWanted: isMissing && exclude.length > 0 });
}
