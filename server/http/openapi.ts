import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { Hono } from 'hono';
import { answerText } from '../base/answerText.ts';
import { KEY_PREFIX } from '../../contract/calls/apiKeys.ts';
import { endpoints, files, type EndpointName } from '../../contract/calls/endpoints.ts';
import { plainReply } from '../../contract/calls/envelope.ts';
import type { Row } from '../../contract/calls/row.ts';
import { submitKey } from '../../contract/orders/orders.ts';
import type { Deps } from '../accounts/handler.ts';
import { OPENAPI } from './openapiVersion.ts';
import { namedSchemas, schemaOf } from './openapiNames.ts';
import { EXAMPLES, OPERATIONS, TAGS } from './openapiOperations.ts';

type Json = Record<string, unknown>;

/** The parameters that an object schema describes, each with its own schema. */
function parametersOf(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

const RATE_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** The refusals by status that a call can get. */
function refusalsOf({ access, params, query, body }: Row): Json {
  const takesInput = params ?? query ?? body;
  return {
    ...(takesInput === undefined ? {} : { 400: response('BadRequest') }),
    ...(access === 'user' ? { 401: response('InvalidToken'), 403: response('NotAllowed') } : {}),
    429: response('TooMany'),
    503: response('Unavailable'),
  };
}

/** Who may make the call: a session, or a key with one of the scopes. */
function accessOf({ scopes, spends }: Row): string {
  if (scopes.length === 0) return 'Needs a session: no API key may make this call.';
  const named = scopes.map((scope) => `\`${scope}\``).join(' or ');
  return `API keys need the scope ${named}.${spends ? ' Sandbox keys may not make this call.' : ''}`;
}

function operationOf(name: EndpointName, row: Row): Json {
  const [tag, summary] = OPERATIONS[name];
  const reply = { schema: schemaOf(row.reply) };
  const example = EXAMPLES[name];
  const parameters = [
    ...parametersOf('path', row.params),
    ...parametersOf('query', row.query),
    ...(row.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(row.access === 'user' ? { description: accessOf(row) } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(row.body),
                ...(example === undefined ? {} : { example }),
              },
            },
          },
        }),
    security:
      row.access === 'anyone'
        ? []
        : row.scopes.length === 0
          ? [{ session: [] }]
          : [{ session: [] }, ...row.scopes.map((scope) => ({ apiKey: [scope] }))],
    responses: {
      200: {
        description:
          '`result` is 1, or 0 with the reason in `message` if a rule of the product refuses the call.',
        ...(row.access === 'user' && row.scopes.length > 0 ? { headers: RATE_HEADERS } : {}),
        content: {
          'application/json': reply,
          ...(row.alternative === undefined ? {} : { [row.alternative]: reply }),
        },
      },
      ...refusalsOf(row),
    },
  };
}

const refusal = (description: string, headers: Json = {}): Json => ({
  description,
  headers,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
});

const RETRY = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
const text = { type: 'string' };

const COMPONENTS = {
  securitySchemes: {
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token in the reply of `/login`. It ends after 12 hours without a call.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${KEY_PREFIX.live}…, ${KEY_PREFIX.sandbox}…`,
      description: 'An API key, made in the account panel. Orders of a sandbox key are never billed.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A new one for each order, e.g. a UUID. The same key gives the same order again.',
      schema: schemaOf(submitKey),
      example: '0b5c7a3e-6f0d-4a53-9d0c-0d8a2b9d7c11',
    },
  },
  headers: {
    'RateLimit-Policy': {
      description:
        'The limit of an API key: `q` calls in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
      schema: text,
      example: '"key";q=300;w=60',
    },
    RateLimit: {
      description: 'Calls that the API key has left, and the seconds to the next window.',
      schema: text,
      example: '"key";r=299;t=42',
    },
  },
  schemas: { Refusal: schemaOf(plainReply), ...namedSchemas() },
  responses: {
    BadRequest: refusal('The request is not valid; `message` names the fields.'),
    InvalidToken: refusal('No token, or one that has ended or was revoked.'),
    NotAllowed: refusal(
      'The API key may not make this call; `message` names the missing scope.',
      RATE_HEADERS,
    ),
    TooMany: refusal('Too many calls.', { ...RATE_HEADERS, ...RETRY }),
    Unavailable: refusal('The portal is busy, or its database is away.', RETRY),
  },
};

const whole = { type: 'integer', minimum: 0 };

/** The calls that answer with a file. Those with a secret in their address need no token. */
const FILES: Readonly<
  Record<
    keyof Omit<typeof files, 'clientConfig' | 'openapi' | 'unsubscribe'>,
    readonly [keyof typeof TAGS, string, string]
  >
> = {
  tiles: ['imagery', 'A map tile of an imagery layer, y counted from the south', 'image/png'],
  quicklook: ['search', 'The quicklook of a scene; a search has its address', 'image/jpeg'],
  asset: [
    'search',
    'A part, by Range, of an open file of another archive; `imageUrl` is its address',
    'application/octet-stream',
  ],
  delivery: ['orders', 'A delivered file; the order has its address', 'application/zip'],
  sceneExport: [
    'exports',
    'The file of an export of scenes; `outPathRel` is its address',
    'application/octet-stream',
  ],
  imageryExport: ['exports', 'The file of an imagery export; `downloadUrl` has its address', 'image/tiff'],
};

const FILE_QUERIES: Partial<Record<keyof typeof FILES, Readonly<Record<string, Json>>>> = {
  tiles: { service: { const: 'tms' }, layer: whole, z: { ...whole, maximum: 24 }, x: whole, y: whole },
  asset: { k: text },
  quicklook: { k: text },
};

function fileOperation(name: keyof typeof FILES): Json {
  const [tag, summary, type] = FILES[name];
  const inPath = [...files[name].matchAll(/\{(\w+)\}/g)].map(
    ([, part = '']) => [part, 'path', text] as const,
  );
  const inQuery = Object.entries(FILE_QUERIES[name] ?? {}).map(
    ([part, schema]) => [part, 'query', schema] as const,
  );
  return {
    operationId: name,
    tags: [tag],
    summary,
    parameters: [...inPath, ...inQuery].map(([part, place, schema]) => ({
      name: part,
      in: place,
      required: true,
      schema,
    })),
    security: name === 'tiles' ? [{ session: [] }, { apiKey: ['search'] }, { apiKey: ['exports'] }] : [],
    responses: {
      200: { description: 'The file.', content: { [type]: {} } },
      404: refusal('There is none, or its address is wrong.'),
    },
  };
}

/**
 * All calls of the contract as one OpenAPI 3.1 document, so that it can't differ from what the server checks.
 * @param server the address of the calls, '/' for that of the document
 */
export function openapiDocument({ appName, server }: { appName: string; server: string }): Json {
  const names = Object.keys(OPERATIONS) as EndpointName[];
  const paths = new Map<string, Json>();
  const add = (path: string, method: string, operation: Json) =>
    paths.set(path, { ...paths.get(path), [method]: operation });
  for (const name of names)
    add(endpoints[name].path, endpoints[name].method.toLowerCase(), operationOf(name, endpoints[name]));
  for (const name of Object.keys(FILES) as (keyof typeof FILES)[])
    add(files[name], 'get', fileOperation(name));
  return {
    openapi: '3.1.0',
    info: {
      title: `${appName} API`,
      version: OPENAPI.version,
      description:
        'Areas are WKT in WGS 84, longitude first. Dates are UTC days (YYYY-MM-DD), times ISO 8601 UTC, money US dollars with two decimals at most, unit prices US dollars per km², credits whole numbers. Every reply has `result`: 1 is success, anything else a refusal with `message`.',
    },
    servers: [{ url: server }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: COMPONENTS,
  };
}

/** GET /api/openapi.json, for anyone: it says nothing that isn't public. */
export function openapiRoute({ config }: Pick<Deps, 'config'>): Hono {
  const app = new Hono();
  let made: { text: string; etag: string } | null = null;
  const document = () => {
    if (made === null) {
      const { appName, publicUrl } = config;
      const text = JSON.stringify(openapiDocument({ appName, server: publicUrl ?? '/' }));
      made = { text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    }
    return made;
  };
  app.get(files.openapi, async (c) => {
    const { text, etag } = document();
    c.header('etag', etag);
    c.header('cache-control', 'no-cache');
    return c.req.header('if-none-match') === etag
      ? c.body(null, 304)
      : answerText(c, text, 'application/json; charset=utf-8');
  });
  return app;
}
