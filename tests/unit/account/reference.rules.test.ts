import { describe, expect, it } from 'vitest';
import type { OpenApi, Schema } from '../../../src/machines/account/reference/openapi.ts';
import {
  groupsOf,
  limitsOf,
  partsOf,
  readable,
  requestOf,
  sampleOf,
  typeOf,
} from '../../../src/machines/account/reference/reference.rules.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { openapiDocument } from '../../../server/http/openapi.ts';

/** A small API whose replies and parameters are referred to. */
const small = {
  info: { title: 'a', version: '1' },
  servers: [],
  tags: [{ name: 'orders', description: 'What is bought' }, { name: 'empty' }],
  components: {
    schemas: {
      Order: {
        type: 'object',
        properties: { $ref: { type: 'string' }, km2: { $ref: '#/components/schemas/Km2' } },
      },
      Km2: { type: 'number', enum: [25, null] },
    },
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
    responses: {
      Busy: {
        description: 'Too many calls.',
        headers: { 'Retry-After': { $ref: '#/components/headers/Wait' } },
      },
    },
    headers: { Wait: { description: 'Seconds' } },
  },
  paths: {
    '/order': {
      get: {
        operationId: 'list',
        tags: ['orders', 'empty'],
        summary: 'Lists',
        parameters: [{ $ref: '#/components/parameters/Page' }, { name: 'q', in: 'query', schema: {} }],
        security: [{ bearer: [] }],
        responses: {
          200: {
            description: 'Orders',
            headers: { Plain: {} },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Order' } },
              'application/zip': {},
              'text/json': { schema: { $ref: '#/components/schemas/Order' } },
            },
          },
          429: { $ref: '#/components/responses/Busy' },
        },
      },
      post: {
        operationId: 'buy',
        tags: ['orders'],
        summary: 'Buys',
        description: 'An order',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Km2' } } } },
        security: [],
        responses: {},
      },
      put: {
        operationId: 'change',
        tags: ['orders'],
        summary: 'Changes',
        requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } } },
        security: [{ bearer: [] }, {}],
        responses: {},
      },
    },
  },
} satisfies OpenApi;
const km2 = { type: 'number', enum: [25, null] };
const order = { type: 'object', properties: { $ref: { type: 'string' }, km2 } };

const document = openapiDocument({ appName: 'Groundtrack', server: '/' }) as unknown as OpenApi;
const groups = groupsOf(document);
const operations = groups.flatMap((group) => group.operations);
const named = (id: string) => operations.find((one) => one.id === id)!;

describe('the API reference', () => {
  it('shows every call of the contract once', () => {
    const shown = operations.map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  });

  it('shows replies with what their references say', () => {
    const { replies } = named('searchScenes');
    expect(replies.map(({ status }) => status)).toEqual(['200', '400', '401', '403', '429', '503']);
    const busy = replies.find(({ status }) => status === '429')!;
    expect(busy.description).toBe('Too many calls.');
    expect(busy.headers.map(({ name }) => name)).toContain('Retry-After');
    expect(busy.contents[0]?.schema?.properties).toHaveProperty('message');
  });

  it('shows media types with the same schema together', () => {
    const [found] = named('searchScenes').replies;
    expect(found!.contents.map(({ types }) => types.length)).toEqual([2]);
  });

  it('shows the calls of each tag with what their references say, inside too', () => {
    expect(groupsOf(small)).toEqual([
      {
        name: 'orders',
        description: 'What is bought',
        operations: [
          {
            id: 'list',
            method: 'GET',
            path: '/order',
            summary: 'Lists',
            description: null,
            needsToken: true,
            parameters: [
              { name: 'page', in: 'query', schema: { type: 'integer' } },
              { name: 'q', in: 'query', schema: {} },
            ],
            body: null,
            replies: [
              {
                status: '200',
                description: 'Orders',
                headers: [{ name: 'Plain', description: '' }],
                contents: [
                  { types: ['application/json', 'text/json'], schema: order },
                  { types: ['application/zip'], schema: null },
                ],
              },
              {
                status: '429',
                description: 'Too many calls.',
                headers: [{ name: 'Retry-After', description: 'Seconds' }],
                contents: [],
              },
            ],
          },
          {
            id: 'buy',
            method: 'POST',
            path: '/order',
            summary: 'Buys',
            description: 'An order',
            needsToken: false,
            parameters: [],
            body: { schema: km2, example: '25' },
            replies: [],
          },
          {
            id: 'change',
            method: 'PUT',
            path: '/order',
            summary: 'Changes',
            description: null,
            needsToken: true,
            parameters: [],
            body: { schema: { type: 'object' }, example: '{\n  "a": 1\n}' },
            replies: [],
          },
        ],
      },
      { name: 'empty', description: '', operations: [] },
    ]);
  });

  it('refuses a document whose reference leads nowhere', () => {
    const row = { operationId: 'a', tags: ['t'], summary: '', security: [], responses: {} };
    const broken = { ...row, parameters: [{ $ref: '#/components/parameters/Missing' }] };
    const api = { ...document, tags: [{ name: 't' }], paths: { '/a': { get: broken } } };
    expect(() => groupsOf(api)).toThrow('the document has no #/components/parameters/Missing');
  });

  it('fills path, query and headers, and leaves out what is empty', () => {
    const operation = {
      ...named('places'),
      path: '/a/{id}',
      parameters: [
        { name: 'id', in: 'path', schema: {} },
        { name: 'q', in: 'query', schema: {} },
        { name: 'empty', in: 'query', schema: {} },
        { name: 'Idempotency-Key', in: 'header', schema: {} },
      ],
    } as const;
    const values = new Map([
      ['id', 'a/b'],
      ['q', 'x y'],
      ['empty', ''],
      ['Idempotency-Key', 'k'],
    ]);
    expect(requestOf(operation, { server: 'https://a.example/', token: 't', values, body: '{}' })).toEqual({
      method: 'GET',
      url: 'https://a.example/a/a%2Fb?q=x+y',
      headers: { Authorization: 'Bearer t', 'Idempotency-Key': 'k' },
      body: null,
    });
  });

  it('sends a body as JSON, and no token to a call that needs none or without one', () => {
    const given = { server: 'https://a.example', values: new Map(), body: '{"a":1}' };
    expect(requestOf(named('login'), { ...given, token: 't' })).toEqual({
      method: 'POST',
      url: 'https://a.example/login',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
    });
    expect(requestOf(named('searchScenes'), { ...given, token: '' }).headers).toEqual({
      'Content-Type': 'application/json',
    });
  });

  it.each<[Schema, type: string, limits: string, sample: unknown]>([
    [{ type: 'integer', minimum: -9007199254740991, maximum: 9 }, 'integer', '≤ 9', 0],
    [{ type: 'number', minimum: 1 }, 'number', '≥ 1', 1],
    [{ type: 'string', minLength: 1, pattern: '^a' }, 'string', 'length ≥ 1, pattern ^a', ''],
    [{ enum: ['A', 'B'] }, '"A" or "B"', '', 'A'],
    [{ const: 1 }, '1', '', 1],
    [{ type: 'boolean', default: true }, 'boolean', '', true],
    [{ type: 'boolean' }, 'boolean', '', false],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null', '', ''],
    [{ type: 'array', items: { type: 'string' }, maxItems: 2 }, 'array of string', 'items ≤ 2', []],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, 'array of integer', 'items ≥ 2', [0, 0]],
    [{ type: 'array' }, 'array of anything', '', []],
    [{ type: 'array', minItems: 1 }, 'array of anything', 'items ≥ 1', []],
    [{ type: 'array', prefixItems: [{ const: 1 }, { const: 2 }] }, 'array of 1, 2', '', [1, 2]],
    [{}, 'anything', '', null],
    [
      { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, required: ['a'] },
      'object',
      '',
      { a: 1 },
    ],
  ])('describes %j', (schema, type, limits, sample) => {
    expect([typeOf(schema), limitsOf(schema), sampleOf(schema)]).toEqual([type, limits, sample]);
  });

  it('names the parts of objects, of arrays of objects, and of alternatives', () => {
    const object: Schema = { type: 'object', properties: { a: {}, b: {} }, required: ['b'] };
    const names = (schema: Schema) => partsOf(schema).map(({ name, isRequired }) => [name, isRequired]);
    const both = [
      ['a', false],
      ['b', true],
    ];
    expect(names(object)).toEqual(both);
    expect(names({ type: 'array', items: object })).toEqual(both);
    expect(names({ anyOf: [object, { type: 'null' }] })).toEqual(both);
    // one part is a part
    expect(names({ anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'null' }] })).toEqual([
      ['a', false],
    ]);
    expect(names({ oneOf: [object, object] })).toEqual([
      ['alternative 1', false],
      ['alternative 2', false],
    ]);
    expect(names({ type: 'object', additionalProperties: { type: 'string' } })).toEqual([
      ['any other name', false],
    ]);
    expect(names({ type: 'object', additionalProperties: {} })).toEqual([]);
    expect(names({ type: 'string' })).toEqual([]);
  });

  it('indents JSON, and shows other texts as they are', () => {
    expect(readable('{"a":1}', 'application/json; charset=utf-8')).toBe('{\n  "a": 1\n}');
    expect(readable('{"a":1}', 'text/plain')).toBe('{"a":1}');
    expect(readable('{', 'application/json')).toBe('{');
  });
});
