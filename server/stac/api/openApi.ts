import type { Portal } from './catalogue.ts';
import { GEOJSON_TYPE, JSON_TYPE, OPENAPI_TYPE, SCHEMA_TYPE, type Addresses } from './links.ts';
import { PARAMETERS } from '../requests/parameters.ts';
import { PARAMETER, text } from './apiParameters.ts';

type Json = Record<string, unknown>;

/** An operation as the OpenAPI document and its page have it. */
export interface Operation {
  summary: string;
  description?: string;
  operationId: string;
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
  security?: Json[];
}

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  components: Json;
  security: Json[];
}

const inAddress = (name: string): Json => ({
  name,
  in: 'query',
  required: false,
  description: PARAMETER[name]!.description,
  schema: PARAMETER[name]!.schema,
  ...(PARAMETER[name]!.schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
});

const inPath = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
});
const COLLECTION = inPath('collectionId', 'Id of the Collection.');

const reply = (description: string, type: string): Json => ({
  description,
  content: { [type]: { schema: { type: 'object' } } },
});
const failure = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

/** Replies of an operation; those that read the archive may refuse. */
function responses(
  description: string,
  type: string,
  kind: 'open' | 'archive',
  isFound = false,
): Record<string, Json> {
  const refused = { '401': failure('Unauthorized'), '429': failure('TryLater'), '503': failure('TryLater') };
  return {
    '200': reply(description, type),
    '400': failure('BadRequest'),
    ...(isFound ? { '404': failure('NotFound') } : {}),
    ...(kind === 'archive' ? refused : {}),
  };
}

function get(
  operationId: string,
  summary: string,
  type: string,
  more: { open?: boolean; path?: Json[]; query?: readonly string[] } = {},
): { get: Operation } {
  const parameters = [...(more.path ?? []), ...(more.query ?? []).map(inAddress)];
  return {
    get: {
      operationId,
      summary,
      ...(parameters.length === 0 ? {} : { parameters }),
      responses: responses(summary, type, more.open ? 'open' : 'archive', (more.path ?? []).length > 0),
      ...(more.open ? { security: [] } : {}),
    },
  };
}

/** The fields of a body as a schema. */
function bodySchema(names: readonly string[]): Json {
  const properties = Object.fromEntries(
    names.map((name) => {
      const { description, schema, inBody } = PARAMETER[name]!;
      return [name, { description, ...(inBody ?? schema) }];
    }),
  );
  return { type: 'object', properties, additionalProperties: false };
}

function pathsOf(): OpenApi['paths'] {
  const path = [COLLECTION];
  const item = [COLLECTION, inPath('itemId', 'Id of the Item.')];
  const search = get('getItemSearch', 'Items of all collections, newest first.', GEOJSON_TYPE, {
    query: PARAMETERS.search,
  });
  return {
    '/': get('getLandingPage', 'Landing page.', JSON_TYPE, { open: true }),
    '/conformance': get('getConformance', 'Conformance classes.', JSON_TYPE, { open: true }),
    '/api': get('getApi', 'This document.', OPENAPI_TYPE, { open: true }),
    '/collections': get('getCollections', 'Collections: one for each family of satellites.', JSON_TYPE, {
      query: PARAMETERS.collections,
    }),
    '/collections/{collectionId}': get('describeCollection', 'A Collection.', JSON_TYPE, { path }),
    '/collections/{collectionId}/items': get(
      'getFeatures',
      'Items of a Collection, newest first.',
      GEOJSON_TYPE,
      {
        path,
        query: PARAMETERS.items,
      },
    ),
    '/collections/{collectionId}/items/{itemId}': get('getFeature', 'An Item.', GEOJSON_TYPE, { path: item }),
    '/collections/{collectionId}/queryables': get(
      'getQueryablesOf',
      'Properties that filters know.',
      SCHEMA_TYPE,
      { path },
    ),
    '/collections/{collectionId}/sortables': get('getSortablesOf', 'Properties to sort by.', SCHEMA_TYPE, {
      path,
    }),
    '/collections/{collectionId}/aggregations': get(
      'getAggregationsOf',
      'Aggregations to ask for.',
      JSON_TYPE,
      {
        path,
      },
    ),
    '/collections/{collectionId}/aggregate': get('aggregateOf', 'Aggregations over Items.', JSON_TYPE, {
      path,
      query: PARAMETERS.aggregateItems,
    }),
    '/aggregations': get('getAggregations', 'Aggregations to ask for.', JSON_TYPE, { open: true }),
    '/aggregate': {
      ...get('getAggregate', 'Aggregations over Items.', JSON_TYPE, { query: PARAMETERS.aggregate }),
      post: {
        operationId: 'postAggregate',
        summary: 'Aggregations over Items.',
        requestBody: { content: { [JSON_TYPE]: { schema: bodySchema(PARAMETERS.aggregate) } } },
        responses: responses('Aggregations.', JSON_TYPE, 'archive'),
      },
    },
    '/queryables': get('getQueryables', 'Properties that filters know.', SCHEMA_TYPE, { open: true }),
    '/functions': get('getFunctions', 'Functions that filters and sorting know.', JSON_TYPE, { open: true }),
    '/sortables': get('getSortables', 'Properties to sort by.', SCHEMA_TYPE, { open: true }),
    '/search': {
      ...search,
      post: {
        operationId: 'postItemSearch',
        summary: 'Items of all collections, newest first.',
        requestBody: { content: { [JSON_TYPE]: { schema: bodySchema(PARAMETERS.search) } } },
        responses: responses('Items.', GEOJSON_TYPE, 'archive'),
      },
    },
  };
}

/** The document of the API, in OpenAPI 3.1. */
export function openApi({ root }: Addresses, { appName }: Portal): OpenApi {
  const exception = (description: string): Json => ({
    description,
    content: {
      [JSON_TYPE]: {
        schema: { type: 'object', required: ['code'], properties: { code: text, description: text } },
      },
    },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: `STAC API of ${appName}`,
      version: '1.0.0',
      description:
        'The archive of satellite imagery as STAC Items. Scenes are ordered in the portal, to which each Item has a link.',
    },
    servers: [{ url: root }],
    paths: pathsOf(),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        BadRequest: exception('The request is not valid; the description names the fault.'),
        Unauthorized: exception('The archive is read with a key or a session’s token.'),
        NotFound: exception('There is no such resource.'),
        TryLater: {
          ...exception('Too much is in progress.'),
          headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
        },
      },
    },
    security: [{ bearer: [] }],
  };
}
