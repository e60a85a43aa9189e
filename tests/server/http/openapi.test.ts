import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../contract/calls/apiKeys.ts';
import { endpoints, files, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { toWire } from '../../../contract/calls/wire.ts';
import { EXAMPLES } from '../../../server/http/openapiOperations.ts';
import { databaseServers, startServer, type TestServer } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

interface Operation {
  operationId: string;
  parameters?: ({ name: string; in: string; required?: boolean; schema: object } | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  security: Record<string, string[]>[];
  responses: Record<string, { $ref: string } | { content: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const names = Object.keys(endpoints) as EndpointName[];
const rowOf = (name: EndpointName): Row => endpoints[name];

describe.each(databaseServers.slice(0, 1))('the OpenAPI document', (server) => {
  let app: TestServer;
  let token: string;
  let document: Document;
  const operations = new Map<string, { path: string; method: string; operation: Operation }>();
  beforeAll(async () => {
    app = await startServer(server, { APP_NAME: 'Earth Desk' });
    ({ token } = await app.signIn({ utype: 6, puc: true }));
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    document = (await (await app.request('/api/openapi.json')).json()) as Document;
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods))
        operations.set(operation.operationId, { path, method, operation });
  });
  afterAll(() => app.close());

  /** The part of the document that a reference means. */
  const resolved = <T>(part: T | { $ref: string }): T => {
    if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T;
    return part.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], document) as T;
  };
  const ajv = new Ajv2020({ strict: false });
  const problems = (schema: object, value: unknown) => {
    const { $ref } = schema as { $ref?: string };
    const check = ajv.compile($ref === undefined ? schema : resolved<object>({ $ref }));
    return check(value) ? [] : (check.errors ?? []);
  };

  it('is valid OpenAPI 3.1, and a mistake in it would be found', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    const broken = structuredClone(document);
    Object.assign(broken.paths['/login'] ?? {}, { post: { responses: { 200: {} } } });
    expect(await new Validator().validate({ ...broken })).toMatchObject({ valid: false });
  });

  it('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(100);
    for (const $ref of new Set(references)) expect([$ref, resolved({ $ref })]).not.toContain(undefined);
  });

  it('describes every call of the contract and every file, and nothing else', () => {
    const { clientConfig: _, openapi: __, unsubscribe: ___, ...served } = files;
    expect([...operations.keys()].sort()).toEqual([...names, ...Object.keys(served)].sort());
    for (const name of names) {
      const { path, method, operation } = operations.get(name)!;
      expect([method.toUpperCase(), path]).toEqual([rowOf(name).method, rowOf(name).path]);
      const keys = operation.security.flatMap(({ apiKey = [] }) => apiKey);
      expect(keys).toEqual(rowOf(name).access === 'user' ? rowOf(name).scopes : []);
    }
  });

  it('its examples are valid requests', () => {
    for (const [name, example] of Object.entries(EXAMPLES)) {
      expect([name, rowOf(name as EndpointName).body?.safeParse(example).success]).toEqual([name, true]);
      const content = operations.get(name)?.operation.requestBody?.content['application/json'];
      expect(content?.example).toEqual(example);
      expect([name, problems(content?.schema ?? { not: {} }, example)]).toEqual([name, []]);
    }
  });

  it.each(names.filter((name) => name !== 'logout'))(
    '%s: a request built from it is answered as it says',
    async (name) => {
      const { path, method, operation } = operations.get(name)!;
      const sample: { params?: object; query?: object; body?: unknown } = samples[name];
      const given: Record<string, unknown> = {
        ...sample.params,
        ...sample.query,
        'Idempotency-Key': randomUUID(),
      };
      const query = new URLSearchParams();
      const headers = new Headers({ authorization: `Bearer ${token}` });
      let address = path;
      for (const parameter of (operation.parameters ?? []).map((part) => resolved(part))) {
        if (!('name' in parameter)) throw new Error('a parameter without a name');
        const value = given[parameter.name];
        if (value === undefined && parameter.required !== true) continue;
        expect([parameter.name, problems(parameter.schema, value)]).toEqual([parameter.name, []]);
        if (parameter.in === 'path')
          address = address.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
        else if (parameter.in === 'query') query.set(parameter.name, String(value));
        else headers.set(parameter.name, String(value));
      }
      const [[type, content] = ['', { schema: {} }]] = Object.entries(operation.requestBody?.content ?? {});
      const body = sample.body === undefined ? undefined : toWire(rowOf(name).body!)(sample.body);
      if (body !== undefined) {
        expect(problems(content.schema, body)).toEqual([]);
        headers.set('content-type', type);
      }
      const answer = await app.request(`${address}?${query}`, {
        method: method.toUpperCase(),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const said = operation.responses[String(answer.status)];
      if (said === undefined) throw new Error(`${answer.status} is not in the document`);
      const { schema } = resolved(said).content['application/json'] ?? { schema: { not: {} } };
      expect(problems(schema, await answer.json())).toEqual([]);
      expect(answer.status).toBe(200);
    },
  );

  it('a key gets the refusals and headers that it describes', async () => {
    const body = { name: 'All', scopes: [...SCOPES], sandbox: false, endsOn: null, monthlyLimit: null };
    const key = (await app.call('createApiKey', { body }, { token })).reply.data?.key ?? '';
    for (const [by, name, status] of [
      ['nothing', 'credits', 401],
      [key, 'currentUser', 403],
      [key, 'credits', 200],
    ] as const) {
      const { path, operation } = operations.get(name)!;
      const answer = await app.request(path, { headers: { authorization: `Bearer ${by}` } });
      expect(answer.status).toBe(status);
      const said = resolved<{ headers?: object; content: Record<string, { schema: object }> }>(
        operation.responses[String(status)] as never,
      );
      expect(problems(said.content['application/json']?.schema ?? { not: {} }, await answer.json())).toEqual(
        [],
      );
      for (const header of Object.keys(said.headers ?? {}))
        expect(answer.headers.get(header)).toMatch(/^"key";/);
    }
  });

  it('is served to anyone, under the name of the portal, and once only', async () => {
    const first = await app.request('/api/openapi.json');
    expect(await first.json()).toMatchObject({ info: { title: 'Earth Desk API' }, servers: [{ url: '/' }] });
    const again = await app.request('/api/openapi.json', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
