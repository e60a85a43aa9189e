import type { OpenApi, OpenApiOperation, Parameter, Reference, Response, Schema } from './openapi.ts';
import { known } from '../../../geo/known.ts';

/** One call, ready to be shown: its references are resolved. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  needsToken: boolean;
  parameters: readonly Parameter[];
  body: { schema: Schema; example: string } | null;
  replies: readonly Reply[];
}

interface Reply {
  status: string;
  description: string;
  headers: readonly { name: string; description: string }[];
  /** Types of the body by schema; null if it is a file. */
  contents: readonly { types: readonly string[]; schema: Schema | null }[];
}

export interface OperationGroup {
  name: string;
  description: string;
  operations: readonly Operation[];
}

/** What a form sends. */
export interface ReferenceRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

const JSON_TYPE = 'application/json';

const isReference = (value: object): value is Reference => '$ref' in value && typeof value.$ref === 'string';

/** Follows a reference into the document's components. @throws Error if it leads nowhere */
function resolved<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!isReference(value)) return value;
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(value.$ref) ?? [];
  return known(document.components[kind]?.[name], `the document has no ${value.$ref}`) as T;
}

/** A schema whose references are followed, inside too; none leads back to itself. */
function whole(document: OpenApi, schema: Schema | Reference): Schema {
  const follow = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(follow);
    const fields = Object.entries(resolved(document, value));
    return Object.fromEntries(fields.map(([name, field]) => [name, follow(field)]));
  };
  return follow(schema) as Schema;
}

/** Bounds that only say that a number is an integer of JavaScript. */
const isNoBound = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;

const BOUNDS: readonly [key: keyof Schema, sign: string][] = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
  ['format', 'format'],
  ['pattern', 'pattern'],
];

/** The type of a schema in a few words, e.g. `array of string`. */
export function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (schema.prefixItems !== undefined) return `array of ${schema.prefixItems.map(typeOf).join(', ')}`;
  if (schema.type === 'array')
    return `array of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`;
  return schema.type ?? 'anything';
}

/** The limits of a schema's values, e.g. `≥ 0, ≤ 100`. */
export function limitsOf(schema: Schema): string {
  return BOUNDS.flatMap(([key, sign]) =>
    schema[key] === undefined || isNoBound(schema[key]) ? [] : [`${sign} ${String(schema[key])}`],
  ).join(', ');
}

/** The parts of a schema that are described one by one: properties, items of its array, its alternatives. */
export function partsOf(schema: Schema): { name: string; isRequired: boolean; schema: Schema }[] {
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter((one) => hasParts(one));
  if (choices.length > 1)
    return choices.map((one, at) => ({ name: `alternative ${at + 1}`, isRequired: false, schema: one }));
  if (choices.length === 1) return partsOf(choices[0]!);
  if (schema.items !== undefined) return partsOf(schema.items);
  const parts = Object.entries(schema.properties ?? {}).map(([name, value]) => ({
    name,
    isRequired: schema.required?.includes(name) ?? false,
    schema: value,
  }));
  const others = schema.additionalProperties;
  if (typeof others !== 'object' || Object.keys(others).length === 0) return parts;
  return [...parts, { name: 'any other name', isRequired: false, schema: others }];
}

const hasParts = (schema: Schema): boolean => partsOf(schema).length > 0;

/** A value that a schema describes: required properties only. */
export function sampleOf(schema: Schema): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return sampleOf(choice);
  if ('const' in schema) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      if (schema.prefixItems !== undefined) return schema.prefixItems.map(sampleOf);
      return schema.items === undefined || !schema.minItems
        ? []
        : Array.from({ length: schema.minItems }, () => sampleOf(schema.items ?? {}));
    case 'integer':
    case 'number':
      return isNoBound(schema.minimum) ? 0 : (schema.minimum ?? 0);
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
}

/** Media types with the same schema are one entry. */
function contentsOf(document: OpenApi, content: NonNullable<Response['content']>): Reply['contents'] {
  const typesBySchema = new Map<string, string[]>();
  for (const [type, { schema }] of Object.entries(content)) {
    const key = JSON.stringify(schema === undefined ? null : whole(document, schema));
    typesBySchema.set(key, [...(typesBySchema.get(key) ?? []), type]);
  }
  return [...typesBySchema].map(([key, types]) => ({ types, schema: JSON.parse(key) as Schema | null }));
}

function operationOf(document: OpenApi, path: string, method: string, row: OpenApiOperation): Operation {
  const body = row.requestBody?.content[JSON_TYPE];
  const bodySchema = body?.schema === undefined ? null : whole(document, body.schema);
  const replies = Object.entries(row.responses).map(([status, response]) => {
    const { description, headers = {}, content = {} } = resolved<Response>(document, response);
    return {
      status,
      description,
      headers: Object.entries(headers).map(([name, header]) => ({
        name,
        description: resolved<{ description?: string }>(document, header).description ?? '',
      })),
      contents: contentsOf(document, content),
    };
  });
  return {
    id: row.operationId,
    method: method.toUpperCase(),
    path,
    summary: row.summary,
    description: row.description ?? null,
    needsToken: row.security.length > 0,
    parameters: (row.parameters ?? []).map((one) => resolved<Parameter>(document, one)),
    body:
      bodySchema === null
        ? null
        : { schema: bodySchema, example: JSON.stringify(body?.example ?? sampleOf(bodySchema), null, 2) },
    replies,
  };
}

/** The calls of a document, grouped by tag, in the document's order. */
export function groupsOf(document: OpenApi): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]) => ({
      tag: row.tags[0],
      operation: operationOf(document, path, method, row),
    })),
  );
  return document.tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: all.filter(({ tag }) => tag === name).map(({ operation }) => operation),
  }));
}

/**
 * The request of a filled form; parameters without a value are left out.
 * @param server the address of the calls
 * @param token a session's token or an API key; '' for none
 * @param values by name of the parameter
 */
export function requestOf(
  { method, path, parameters, body: described, needsToken }: Operation,
  {
    server,
    token,
    values,
    body,
  }: { server: string; token: string; values: ReadonlyMap<string, string>; body: string },
): ReferenceRequest {
  const given = parameters.flatMap(({ name, in: place }) => {
    const value = values.get(name) ?? '';
    return value === '' ? [] : [{ name, place, value }];
  });
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  const query = new URLSearchParams(
    given.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value]),
  ).toString();
  return {
    method,
    url: `${server.replace(/\/+$/, '')}${filled}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(described === null ? {} : { 'Content-Type': JSON_TYPE }),
      ...(needsToken && token !== '' ? { Authorization: `Bearer ${token}` } : {}),
      ...Object.fromEntries(
        given.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value]),
      ),
    },
    body: described === null ? null : body,
  };
}

/** A body as text to read: JSON is indented. */
export function readable(text: string, type: string): string {
  if (!/\bjson\b/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
