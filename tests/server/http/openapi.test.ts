import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTypes, { type OpenAPI3 } from 'openapi-typescript';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../contract/calls/apiKeys.ts';
import { endpoints, files, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { toWire } from '../../../contract/calls/wire.ts';
import { EXAMPLES } from '../../../server/http/openapiOperations.ts';
import { OPENAPI } from '../../../server/http/openapiVersion.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
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

const execute = promisify(execFile);
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** A program of a stranger, with the types that are generated from the document. */
const CLIENT = `
import type { components, operations } from './api';

type Scene = components['schemas']['Scene'];
type Found = operations['searchScenes']['responses'][200]['content']['application/json'];
type Priced = operations['archivePrice']['responses'][200]['content']['application/json'];

async function ask<T>(path: string, body: unknown): Promise<T> {
  const reply = await fetch('https://portal.example' + path, { method: 'POST', body: JSON.stringify(body) });
  return (await reply.json()) as T;
}

export async function cheapest(condition: components['schemas']['SearchCondition']): Promise<Scene | null> {
  const { features = [] } = await ask<Found>('/api/soi/v1/search', condition);
  let best: { scene: Scene; dollars: number } | null = null;
  for (const scene of features) {
    const form: components['schemas']['ScenePriceRequest'] = {
      productIds: [scene.properties.productId],
      aoiWkt: condition.aoiWkt,
      productLevel: 'L1',
      cropByAoi: true,
    };
    const { data } = await ask<Priced>('/api/order/v1/archive/getPrice', form);
    const price: components['schemas']['OfferedPrice'] | undefined = data;
    if (price !== undefined && (best === null || price.finalPrice < best.dollars))
      best = { scene, dollars: price.finalPrice };
  }
  return best === null ? null : best.scene;
}

export const names = (orders: readonly components['schemas']['Order'][]): string[] =>
  orders.map(({ orderName, history }) => orderName + ' ' + (history[0]?.at ?? ''));
`;

const names = Object.keys(endpoints) as EndpointName[];
const rowOf = (name: EndpointName): Row => endpoints[name];

describe.each(databaseServers.slice(0, 1))('the OpenAPI document', (server) => {
  const app = serverFor(server, { APP_NAME: 'Earth Desk' });
  let token: string;
  let document: Document;
  const operations = new Map<string, { path: string; method: string; operation: Operation }>();
  beforeAll(async () => {
    ({ token } = await app.signIn({ utype: 6, puc: true }));
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    document = (await (await app.request('/api/openapi.json')).json()) as Document;
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods))
        operations.set(operation.operationId, { path, method, operation });
  });

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
    const check = ajv.compile({ ...schema, components: document.components });
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

  it('parts that clients have as types have names', () => {
    const schemas = document.components['schemas']!;
    for (const name of [
      'Scene',
      'Footprint',
      'Order',
      'OrderDetails',
      'Price',
      'PriceLine',
      'Quote',
      'SavedAoi',
      'Watch',
    ])
      expect([name, schemas[name]]).toEqual([name, expect.objectContaining({}) as unknown]);
    for (const name of Object.keys(schemas))
      if (name !== 'Refusal')
        expect(JSON.stringify(document)).toContain(`{"$ref":"#/components/schemas/${name}"}`);
  });

  it('a client that is generated from it compiles strictly, and finds a wrong name', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-client-'));
    const compiled = async (client: string) => {
      await writeFile(path.join(folder, 'client.ts'), client);
      const options = '--noEmit --strict --target es2022 --lib es2022,dom --types --module preserve'.split(
        ' ',
      );
      const run = execute(process.execPath, [TSC, ...options, 'client.ts'], { cwd: folder });
      return run.then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
    };
    try {
      const types = await openapiTypes(structuredClone(document) as unknown as OpenAPI3);
      await writeFile(path.join(folder, 'api.ts'), types);
      expect(await compiled(CLIENT)).toBe('');
      expect(await compiled(CLIENT.replace('price.finalPrice < ', 'price.lastPrice < '))).toContain(
        'lastPrice',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('its version is raised with each change', () => {
    const { info, servers: _, ...described } = document as Document & { info: object; servers: object };
    // the portal's name is that of a setting
    const { description } = info as { description: string };
    const digest = createHash('sha256')
      .update(JSON.stringify({ description, ...described }))
      .digest('hex')
      .slice(0, 16);
    expect(info).toMatchObject({ version: OPENAPI.version });
    // the document has changed: raise the version of server/http/openapiVersion.ts by its rule, and write this digest beside it
    expect(OPENAPI.digest).toBe(digest);
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
