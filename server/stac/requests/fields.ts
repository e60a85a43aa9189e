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

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
  else if (isFields(value)) {
    const own = isFields(into[key]) ? { ...into[key] } : {};
    copy(value, own, rest);
    into[key] = own;
  }
}

/** The same fields without those at the path. */
function without(fields: Fields, [key = '', ...rest]: readonly string[]): Fields {
  if (!Object.hasOwn(fields, key)) return fields;
  const { [key]: value, ...others } = fields;
  if (rest.length === 0) return others;
  return isFields(value) ? { ...others, [key]: without(value, rest) } : fields;
}

const isBelow = (path: readonly string[], above: readonly string[]): boolean =>
  path.length > above.length && above.every((key, at) => path[at] === key);

/** The chosen fields of an Item: the more specific path wins, and include before exclude. */
export function chosenFields(item: object, { include, exclude, isRestWanted }: FieldChoice): Fields {
  const full = item as Fields;
  const included = include.map(pathOf);
  const excluded = exclude.map(pathOf);
  if (included.length === 0) {
    const base: Fields = isRestWanted ? full : {};
    if (!isRestWanted) for (const name of DEFAULT) copy(full, base, pathOf(name));
    return excluded.reduce(without, base);
  }
  let chosen: Fields = {};
  if (included.some((path) => path.length > 1)) for (const name of IDENTITY) copy(full, chosen, [name]);
  // shorter paths first, so that what is excluded below them and included below that comes back
  for (const path of included.toSorted((a, b) => a.length - b.length)) {
    copy(full, chosen, path);
    for (const one of excluded) if (isBelow(one, path)) chosen = without(chosen, one);
  }
  for (const path of included)
    if (excluded.some((one) => isBelow(path, one) || one.join('.') === path.join('.')))
      copy(full, chosen, path);
  return chosen;
}

/** The parameter `fields` of GET: names with commas between, excluded ones with a minus. */
export function fieldsOfText(text: string): FieldChoice {
  const names = text.split(',').map((name) => name.trim());
  const named = names.filter((name) => !/^[+-]?$/.test(name));
  return {
    include: named.filter((name) => !name.startsWith('-')).map((name) => name.replace(/^\+/, '')),
    exclude: named.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
    isRestWanted: false,
  };
}

/** `fields` of a body. @throws StacError 400 */
export function fieldsOfJson(value: unknown): FieldChoice {
  const names = (key: 'include' | 'exclude'): string[] => {
    const list = isFields(value) ? (value[key] ?? []) : null;
    if (!Array.isArray(list) || list.some((name) => typeof name !== 'string'))
      throw invalid('fields must be an object with the lists include and exclude');
    return list as string[];
  };
  const [include, exclude] = [names('include'), names('exclude')];
  const isMissing = isFields(value) && !('include' in value);
  return { include, exclude, isRestWanted: isMissing && exclude.length > 0 };
}
