import { CallError } from '../../../contract/calls/callError.ts';
import { PASSWORD_MIN } from '../../../contract/limits.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { RasterError } from '../../raster/delivered/rasterError.ts';
import { actorName, FILE_NAMES, HIDDEN, isFile, isSecretName, type Json, withoutSecrets } from './redact.ts';

/** Entries of a list that a saved session keeps; of the others it says how many there are. */
const LIST_MAX = 100;
const LONGEST_TEXT = 20_000;
const DEPTH_MAX = 24;

/** Replaces a secret that is shorter than a password may be; `HIDDEN` is as long as the shortest. */
const HIDDEN_SHORT = '‹›';

/** Texts that rules read: without spaces, coordinates, figures, a kind with a number. All others are said by a number. */
const READ_BY_RULES = [
  /^[\x21-\x7e]*$/,
  /^[-+.,;:/()°'"′″\dNSEWnsew\s]*$/,
  /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*\([-+.,()\deE\s]*\)$/i,
  /^[a-z]+ \d+$/i,
];
const isReadByRules = (text: string) => READ_BY_RULES.some((one) => one.test(text));
const STAND_IN = /^‹text \d+›·*$/u;

type Fields = Record<string, unknown>;

/** The fields of an object; an error's own are not all enumerable. */
const fieldsOf = (value: object): Fields => value as Fields;

/** Whether these are files; those of tests and drops are plain objects. */
const areFiles = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value)
    ? value.every(areFiles)
    : 'size' in value && typeof value.size === 'number' && !('url' in value);
};

const isActor = (value: object) => actorName(value) !== null;

/**
 * Makes the values of a session fit to be saved: like `redact`, but so that a replay can go on with them. A free text becomes
 * another one of its length, the same for the same text; of a long list the first entries stay.
 */
export function valueKeeper(): (value: unknown) => Json {
  const texts = new Map<string, string>();
  const known = new WeakMap<object, Json>();

  const keptText = (text: string): string => {
    if (text.length <= LONGEST_TEXT && isReadByRules(text)) return withoutSecrets(text);
    if (STAND_IN.test(text)) return text;
    const standIn = texts.get(text) ?? `‹text ${texts.size + 1}›`;
    texts.set(text, standIn);
    return standIn.padEnd(Math.min(text.length, LONGEST_TEXT), '·');
  };
  /** A secret field keeps whether it is empty, and whether it is as long as the shortest password. */
  const hidden = (value: unknown): Json | undefined => {
    if (value === null || value === undefined || value === '') return value;
    if (Array.isArray(value)) return value.map(() => HIDDEN);
    return typeof value === 'string' && value.length < PASSWORD_MIN ? HIDDEN_SHORT : HIDDEN;
  };
  const keptFile = (value: unknown): Json => {
    const { name, size, type } = fieldsOf(Object(value) as object);
    const [, ending = ''] = /(\.\w+)$/.exec(typeof name === 'string' ? name : '') ?? [];
    return {
      $file: {
        name: `file${ending}`,
        size: typeof size === 'number' ? size : 0,
        type: typeof type === 'string' ? type : '',
      },
    };
  };
  const keptFiles = (value: object): Json =>
    Array.isArray(value) || (typeof FileList !== 'undefined' && value instanceof FileList)
      ? [...value].map(keptFile)
      : keptFile(value);
  /** Of bytes, which may be those of a text, the number stays; flags and fractions stay as they are. */
  const keptNumbers = (view: ArrayBufferView): Json => {
    const numbers = [...(view as Float64Array)];
    const isText = !(view instanceof Float64Array) && numbers.some((one) => one > 1);
    const $numbers = numbers.slice(0, LIST_MAX).map((one) => (isText ? 0 : one));
    return numbers.length > LIST_MAX ? { $numbers, $more: numbers.length - LIST_MAX } : { $numbers };
  };
  const keptList = (list: readonly unknown[], depth: number): Json => {
    const entries = list.slice(0, LIST_MAX).map((one) => kept(one, depth) ?? null);
    return list.length > LIST_MAX ? { $list: entries, $more: list.length - LIST_MAX } : entries;
  };
  const keptError = (error: Error, depth: number): Json => {
    if (error instanceof RasterError) return { $error: { raster: error.code } };
    if (error instanceof GeometryError)
      return { $error: { geometry: error.code, params: kept(error.params, depth) ?? {} } };
    if (!(error instanceof CallError)) return { $error: { message: keptText(error.message) } };
    const { kind, serverMessage, reply } = error;
    return {
      $error: {
        call: kind,
        ...(serverMessage !== undefined && { said: keptText(serverMessage) }),
        ...(reply !== undefined && { reply: kept(reply, depth) ?? null }),
      },
    };
  };
  const keptEntry = (name: string, value: unknown, depth: number): Json | undefined => {
    if (typeof value === 'function') return { $function: true };
    if (isSecretName(name)) return hidden(value);
    if (FILE_NAMES.has(name.toLowerCase()) && areFiles(value)) return keptFiles(value);
    return kept(value, depth);
  };
  const keptObject = (value: object, depth: number): Json => {
    if (isFile(value)) return keptFiles(value);
    if (isActor(value)) return null;
    if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() };
    if (depth >= DEPTH_MAX) return null;
    if (ArrayBuffer.isView(value)) return value instanceof DataView ? null : keptNumbers(value);
    if (Array.isArray(value)) return keptList(value, depth + 1);
    if (value instanceof Set) return { $items: keptList([...value], depth + 1) };
    if (value instanceof Map)
      return {
        $map: [...value]
          .slice(0, LIST_MAX)
          .map(([key, inner]: [unknown, unknown]) => [
            kept(key, depth + 1) ?? null,
            keptEntry(String(key), inner, depth + 1) ?? null,
          ]),
      };
    if (value instanceof Error) return keptError(value, depth + 1);
    const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
      const copy = keptEntry(name, inner, depth + 1);
      return copy === undefined ? [] : [[withoutSecrets(name), copy]];
    });
    return Object.fromEntries(entries);
  };
  const kept = (value: unknown, depth = 0): Json | undefined => {
    if (typeof value === 'string') return keptText(value);
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : { $number: String(value) };
    if (typeof value === 'function') return { $function: true };
    if (typeof value !== 'object') return undefined;
    // values of machines are replaced, never changed, so that their copies last
    const copy = known.get(value) ?? keptObject(value, depth);
    known.set(value, copy);
    return copy;
  };
  return (value) => kept(value) ?? null;
}

/** Words that name a kind or a message; other texts are only told from empty ones. */
const NAME = /^[A-Za-z.]{0,60}$/;
const FILE_NAME = /\.(?:kmz?|(?:geo)?json|zip|tiff?|wkt|shp|csv|gpx)$/i;
/** Larger numbers, and fractions, are measures and times. */
const EXACT_BELOW = 1e6;
const SHAPE_DEPTH = 3;

/**
 * What a value looks like, the same for a value and for its copy in a saved session: kinds, lengths, names, small whole numbers.
 * @param name of the field that holds it
 */
export function shapeOf(value: unknown, name = '', depth = 0): Json | undefined {
  if (isSecretName(name) && value !== undefined && value !== null && value !== '') return 'text';
  switch (typeof value) {
    case 'string':
      return NAME.test(value) && !FILE_NAME.test(value) ? value : 'text';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < EXACT_BELOW ? value : 'number';
    case 'boolean':
      return value;
    case 'function':
      return 'function';
    case 'object':
      if (value === null) return null;
      // what a message says is no behaviour
      if (name === 'params') return 'object';
      return FILE_NAMES.has(name.toLowerCase()) ? 'file' : shapeOfObject(value, depth);
    default:
      return undefined;
  }
}

function shapeOfObject(value: object, depth: number): Json {
  if (isActor(value)) return null;
  if (isFile(value)) return 'file';
  if (value instanceof Date) return 'date';
  if (value instanceof CallError) return `failed call, ${value.kind}`;
  if (value instanceof RasterError || value instanceof GeometryError) return `error, ${value.code}`;
  if (value instanceof Error) return 'error';
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (ArrayBuffer.isView(value) || value instanceof Set || value instanceof Map) return 'list';
  return depth < SHAPE_DEPTH ? shapesOf(value, depth + 1) : 'object';
}

/** The shape of each field. */
export const shapesOf = (fields: object, depth = 0): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, inner]: [string, unknown]): [string, Json][] => {
      const shape = shapeOf(inner, name, depth);
      return shape === undefined ? [] : [[withoutSecrets(name), shape]];
    }),
  );
