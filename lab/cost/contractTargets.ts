import * as z from 'zod/mini';
import { endpoints, type EndpointName } from '../../contract/calls/endpoints.ts';
import type { Row } from '../../contract/calls/row.ts';
import { toWire } from '../../contract/calls/wire.ts';
import { BODY_MAX_BYTES, SAVED_SCENE_BYTES, SEARCH_CAP_DEFAULT } from '../../contract/limits.ts';
import type { Random } from '../../server/simulator/archive/random.ts';
import { samples } from '../../tests/server/support/samples.ts';
import { SHAPE_NAMES, wktOf } from './outlines.ts';
import type { Slot, Target, Variants, World } from './targets.ts';

/** What is read here of a JSON Schema. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

const AREAS = /wkt$|^geom$|^aoi(?:Geom)?$/i;
const DAYS = { '1000-01-01': /From$|^t1$|Start$/, '9999-12-31': /To$|^t2$|End$/ };
const IDS_LONGEST = 64;
const letters = (length: number, random: Random) =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');

function textVariants(name: string, { pattern, maxLength }: Schema): Variants {
  if (AREAS.test(name))
    return Object.fromEntries(SHAPE_NAMES.map((shape) => [shape, (random) => wktOf(shape, random)]));
  const [day] = Object.entries(DAYS).find(([, names]) => names.test(name)) ?? [];
  if (day !== undefined) return { far: () => day };
  // other texts with a form stay those of the sample
  if (pattern !== undefined || maxLength === undefined) return {};
  return { most: (random) => letters(maxLength, random) };
}

/** Lists at their longest: as many as the schema or the body's bytes allow. */
function listVariants(name: string, { items = {}, maxItems = Infinity }: Schema, room: number): Variants {
  const fill =
    (each: (n: number, random: Random, world: World) => unknown) => (random: Random, world: World) => {
      const size = JSON.stringify(each(99_999, random, world)).length + 1;
      const length = Math.min(maxItems, Math.floor((room * 0.8) / size));
      return Array.from({ length }, (_, n) => each(n, random, world));
    };
  const { type, maximum, enum: options } = items;
  if (type === 'number' || type === 'integer')
    return { most: fill((n) => (maximum === undefined || maximum > 1e9 ? n + 1 : n % maximum)) };
  if (options) return { most: fill((n) => options[n % options.length]) };
  const wrapped = (value: unknown) => (type === 'object' ? { id: value } : value);
  const long = Math.min(items.maxLength ?? IDS_LONGEST, IDS_LONGEST);
  const unknown = (random: Random, world: World) => {
    const end = letters(long, random);
    return fill((n) => wrapped(`${n}${end}`.slice(0, long)))(random, world);
  };
  if (!/ids$|^result$/i.test(name)) return { unknown };
  return {
    unknown,
    known: fill((n, _, { productIds }) => wrapped(productIds[n % productIds.length])),
    same: fill((_n, _, { productIds }) => wrapped(productIds[0])),
  };
}

function variantsOf(name: string, schema: Schema, room: number): Variants {
  const { type, anyOf = [], minimum, exclusiveMinimum, maximum = Infinity } = schema;
  if (type === 'string' && schema.enum === undefined) return textVariants(name, schema);
  if (type === 'array') return listVariants(name, schema, room);
  if (type === 'number' || type === 'integer') {
    const least = minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1e-6);
    return {
      ...(least > -1e15 && !/id$/i.test(name) ? { least: () => least } : {}),
      ...(maximum < 1e15 ? { most: () => maximum } : {}),
    };
  }
  const [only, ...more] = anyOf.filter((one) => one.type !== 'null');
  if (only?.type === 'string' && more.length === 0) return textVariants(name, only);
  const values = schema.enum ?? anyOf.flatMap((one) => (one.const === undefined ? [] : [one.const]));
  return values.length < 2 ? {} : { any: (random) => values[Math.floor(random() * values.length)] };
}

/** The slots of an object and of the objects in it. */
function slotsIn({ properties = {} }: Schema, place: readonly string[], room: number): Slot[] {
  return Object.entries(properties).flatMap(([name, field]): Slot[] => {
    const at = [...place, name];
    if (field.properties) return slotsIn(field, at, room);
    const variants = variantsOf(name, field, room);
    return Object.keys(variants).length === 0 ? [] : [{ name: at.join('.'), place: at, variants }];
  });
}
const schemaOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input' }) as Schema;

/** Fields that no schema knows, up to the largest body: they are read before they are left out. */
const filling = (one: (n: number) => string) => (room: number) => {
  const size = one(999_999).length + 1;
  return Array.from({ length: Math.max(0, Math.floor(room / size)) }, (_, n) => one(n)).join(',');
};
const PADDINGS: Record<string, (room: number) => string> = {
  lists: (room) => `"_":[${filling(() => '[]')(room)}]`,
  fields: (room) => `"_":{${filling((n) => `"${n}":0`)(room)}}`,
  escapes: (room) => `"_":[${filling(() => String.raw`"\ud83d\ude00"`)(room)}]`,
  spaces: (room) => `"_":0${' '.repeat(Math.max(0, room))}`,
};

/** Things of the running server in the place of the sample's. */
function ofWorld(value: unknown, world: World, name = ''): unknown {
  if (name === 'productIds') return [world.productIds[0]];
  if (name === 'result') return [{ id: world.productIds[0] }];
  if (Object.hasOwn(world.fields, name)) return world.fields[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, ofWorld(inner, world, key)]));
}

function put(into: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) return put(into[first] as Record<string, unknown>, rest, value);
  into[first] = value;
}

function targetOf(call: EndpointName): Target {
  const row: Row = endpoints[call];
  const most = BODY_MAX_BYTES + (call === 'saveSearch' ? SEARCH_CAP_DEFAULT * SAVED_SCENE_BYTES : 0);
  const slots: Slot[] = [
    ...(row.query ? slotsIn(schemaOf(row.query), ['query'], 0) : []),
    ...(row.body ? slotsIn(schemaOf(row.body), ['body'], most) : []),
    ...(row.body
      ? [
          {
            name: 'bytes',
            place: ['bytes'],
            variants: Object.fromEntries(Object.keys(PADDINGS).map((one) => [one, () => one])),
          },
        ]
      : []),
  ];
  return {
    call,
    slots,
    isAnonymous: row.access === 'anyone',
    build: (chosen, random, world) => {
      const {
        params = {},
        query,
        body,
      } = ofWorld(samples[call], world) as Record<string, Record<string, unknown>>;
      const draft: Record<string, unknown> = { query, body: row.body && toWire(row.body)(body) };
      for (const { place, part } of chosen) put(draft, place, part(random, world));
      const path = Object.entries(params).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, String(value)),
        row.path,
      );
      const search = new URLSearchParams(
        Object.entries((draft['query'] ?? {}) as object).map(([name, value]) => [name, String(value)]),
      );
      const text = draft['body'] === undefined ? undefined : JSON.stringify(draft['body']);
      const padding = PADDINGS[String(draft['bytes'])]?.(most - (text?.length ?? 0) - 20);
      return {
        method: row.method,
        path: search.size === 0 ? path : `${path}?${search}`,
        ...(text === undefined ? {} : { body: padding ? `${text.slice(0, -1)},${padding}}` : text }),
      };
    },
  };
}

/** Every call of the contract but the one that would end the attack's own sessions. */
export const contractTargets: Target[] = (Object.keys(endpoints) as EndpointName[])
  .filter((call) => call !== 'logout')
  .map(targetOf);
