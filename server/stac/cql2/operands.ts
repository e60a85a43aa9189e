import { isStorable } from '../../base/storable.ts';
import type { Bind } from '../../search/scenes.place.ts';
import { BESIDE, isMeasureName, type MeasureName, type Measures } from '../queries/measures.ts';
import { OWN_ID, PROPERTIES, propertyNamed, type Kind } from '../queries/properties.ts';
import type { Place } from '../queries/spatial.ts';
import { dayOf, instantOf } from '../requests/instants.ts';
import { Cql2Error, type Cql2 } from './cql2.ts';

/** What a filter is compiled with. */
export interface Compiling {
  bind: Bind;
  /** The checked geometries of the filter's literals. */
  places: ReadonlyMap<object, Place>;
  /** The calls of this API's own functions, by their names and areas. */
  measures: Measures;
  /** Whether an expression is compiled for a scene that has been measured, or for one beside all areas. */
  scene: 'measured' | 'beside';
  /** Called if an expression has such a function. */
  onMeasure(): void;
}

/** A value in SQL, with its type. */
export interface Scalar {
  kind: Kind;
  sql: string;
}

export const isRecord = (value: unknown): value is { readonly [key: string]: Cql2 } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arguments of an operator. */
export function argsOf(json: { readonly [key: string]: Cql2 }): readonly Cql2[] {
  const { args } = json;
  if (!Array.isArray(args)) throw new Cql2Error(`${String(json['op']).slice(0, 40)} has no args`);
  return args as readonly Cql2[];
}

/** Texts are compared by code points, on every database alike. */
const BINARY = 'collate "C"';
/** Letter case by Unicode: the default of a database may know ASCII alone. */
const UNICODE = 'collate "und-x-icu"';

/** The property with this name as a value. @throws Cql2Error naming those that exist */
function scalarProperty(name: string): Scalar {
  const named = propertyNamed(name);
  const property = named === PROPERTIES['id'] ? OWN_ID : named;
  if (property === null)
    throw new Cql2Error(`the property ${name.slice(0, 80)} is unknown; /queryables lists the known ones`);
  const { kind, sql } = property;
  if (kind === 'geometry') throw new Cql2Error('geometry can be used in spatial functions and isNull alone');
  return { kind, sql: kind === 'text' ? `(${sql}) ${BINARY}` : `(${sql})` };
}

/** An instant literal in SQL. A date is its first moment. @throws Cql2Error if it doesn't exist */
export function instantSql(value: Cql2 | undefined, read: 'date' | 'timestamp', bind: Bind): string {
  const instant = typeof value !== 'string' ? null : read === 'date' ? dayOf(value) : instantOf(value);
  if (instant === null) throw new Cql2Error(`${String(value).slice(0, 40)} is not a ${read}`);
  return read === 'date' ? `${bind(`${instant}T00:00:00Z`)}::timestamptz` : `${bind(instant)}::timestamptz`;
}

const ARITHMETIC: Readonly<Record<string, (left: string, right: string) => string>> = {
  '+': (left, right) => `(${left} + ${right})`,
  '-': (left, right) => `(${left} - ${right})`,
  '*': (left, right) => `(${left} * ${right})`,
  // a division by zero has no value
  '/': (left, right) => `(${left} / nullif(${right}, 0))`,
  div: (left, right) => `trunc(${left} / nullif(${right}, 0))`,
  '%': (left, right) => `(${left} - ${right} * trunc(${left} / nullif(${right}, 0)))`,
  '^': (left, right) => `power(${left}, ${right})`,
};

/** A scalar expression. @throws Cql2Error if it is none */
export function operandOf(json: Cql2, context: Compiling): Scalar {
  const { bind } = context;
  if (typeof json === 'string') return { kind: 'text', sql: `${bind(storable(json))}::text ${BINARY}` };
  if (typeof json === 'number') return { kind: 'number', sql: `${bind(json)}::float8` };
  if (typeof json === 'boolean') return { kind: 'boolean', sql: String(json) };
  if (!isRecord(json))
    throw new Cql2Error('a value is a text, a number, a truth value, a time or a property');
  if (typeof json['property'] === 'string') return scalarProperty(json['property']);
  for (const read of ['date', 'timestamp'] as const)
    if (read in json) return { kind: 'instant', sql: instantSql(json[read], read, bind) };
  const { op } = json;
  if (typeof op !== 'string')
    throw new Cql2Error('a value is a text, a number, a truth value, a time or a property');
  const args = argsOf(json);
  if (op === 'casei' || op === 'accenti') return folded(op, args, context);
  if (isMeasureName(op)) return measured(op, args, context);
  const arithmetic = Object.hasOwn(ARITHMETIC, op) ? ARITHMETIC[op] : undefined;
  if (!arithmetic) throw new Cql2Error(`${op.slice(0, 40)} is not a function that this API declares`);
  const [left, right] = args.map((arg) => operandOf(arg, context));
  if (args.length !== 2 || left!.kind !== 'number' || right!.kind !== 'number')
    throw new Cql2Error(`${op} takes two numbers`);
  return { kind: 'number', sql: arithmetic(left!.sql, right!.sql) };
}

/** The property geometry, as an argument. */
export const isFootprint = (arg: Cql2): boolean =>
  isRecord(arg) && typeof arg['property'] === 'string' && propertyNamed(arg['property'])?.kind === 'geometry';

/** The area of a call of this API's own functions. @throws Cql2Error if its arguments are others */
export function placeOfCall(name: MeasureName, args: readonly Cql2[], places: Compiling['places']): Place {
  const given = name === 'aoi_share' && args[0] !== undefined && isFootprint(args[0]) ? args.slice(1) : args;
  const [area] = given;
  const place = isRecord(area) ? places.get(area) : undefined;
  if (place === undefined || given.length !== 1 || (name === 'aoi_share' && args.length !== 2))
    throw new Cql2Error(
      `${name} takes ${name === 'aoi_share' ? 'the property geometry and an area' : 'an area'}`,
    );
  return place;
}

function measured(name: MeasureName, args: readonly Cql2[], context: Compiling): Scalar {
  const { column } = context.measures.of(name, placeOfCall(name, args, context.places));
  context.onMeasure();
  return { kind: 'number', sql: context.scene === 'measured' ? column : BESIDE[name] };
}

function folded(op: 'casei' | 'accenti', args: readonly Cql2[], context: Compiling): Scalar {
  const [arg] = args.map((one) => operandOf(one, context));
  if (args.length !== 1 || arg!.kind !== 'text') throw new Cql2Error(`${op} takes a text`);
  const sql =
    op === 'casei'
      ? `lower(${arg!.sql} ${UNICODE}) ${BINARY}`
      : `regexp_replace(normalize(${arg!.sql}, NFD), '[\\u0300-\\u036f]', '', 'g') ${BINARY}`;
  return { kind: 'text', sql: `(${sql})` };
}

function storable(text: string): string {
  if (!isStorable(text)) throw new Cql2Error('a text has characters that no value can have');
  return text;
}

/**
 * Scalar expressions of one type. A text beside times is read as one, as clients write them.
 * @throws Cql2Error if they differ
 */
export function scalarsOf(jsons: readonly Cql2[], context: Compiling): Scalar[] {
  const isTime = jsons.some(
    (json) =>
      typeof json !== 'string' && operandOf(json, { ...context, bind: () => '$1' }).kind === 'instant',
  );
  const scalars = jsons.map((json) => {
    if (!isTime || typeof json !== 'string') return operandOf(json, context);
    const read = dayOf(json) === null ? 'timestamp' : 'date';
    return { kind: 'instant' as const, sql: instantSql(json, read, context.bind) };
  });
  if (new Set(scalars.map(({ kind }) => kind)).size > 1)
    throw new Cql2Error(
      `values of different types can't be compared (${scalars.map(({ kind }) => kind).join(', ')})`,
    );
  return scalars;
}
