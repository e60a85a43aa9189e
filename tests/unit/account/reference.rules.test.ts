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
