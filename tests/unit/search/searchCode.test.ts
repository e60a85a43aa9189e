import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_VIEW_OPTIONS } from '../../../src/machines/search/results.rules.ts';
import { codeOf, KEY_VARIABLE } from '../../../src/machines/search/searchCode.rules.ts';
import { condition, scenes } from '../../model/shared/samples.ts';

// Runs the copied programs: each must send exactly this search to a real server and read its reply.

const KEY = 'gt_live_7Qm2c4Tz';
const execute = promisify(execFile);
const run = (program: string, parameters: string[]) =>
  execute(program, parameters, { env: { ...process.env, [KEY_VARIABLE]: KEY } });
interface Asked {
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}
const area = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [103.7, 1.2],
      [104, 1.2],
      [104, 1.5],
      [103.7, 1.2],
    ],
  ],
};
const list = DEFAULT_VIEW_OPTIONS;
const requested: Asked[] = [];
let server: Server;
let address: string;

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const { authorization } = request.headers;
      requested.push({ url: request.url, authorization, body: JSON.parse(text) });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ result: 1, features: scenes, numberMatched: 3 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/of'us`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void requested.splice(0));

/** Characters that a shell, Python or JavaScript could misread. */
const awkward = {
  ...condition,
  satList: [`it's "quoted"`, String.raw`back\slash`, '$HOME `id` %s {x}', 'naïve 卫星', '\u2028'],
  productMode: 'STEREO' as const,
};
const expected = () => ({
  url: "/of'us/api/soi/v1/search",
  authorization: `Bearer ${KEY}`,
  body: awkward,
});

test('as JavaScript', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    codeOf('javascript', address, { condition: awkward, area, list }),
  ]);
  expect(requested).toEqual([expected()]);
  expect(stdout.split('\n')[0]).toBe('A 2026-11-14T03:22:05Z');
});

test('as curl', async () => {
  const { stdout } = await run('sh', ['-c', codeOf('curl', address, { condition: awkward, area, list })]);
  expect(requested).toEqual([expected()]);
  expect(JSON.parse(stdout)).toMatchObject({ numberMatched: 3 });
});

/** The part of `requests` that the program uses, from Python's standard library. */
const REQUESTS = `
import json, sys, types, urllib.request
def post(address, json=None, headers={}, timeout=None):
    data = globals()["json"].dumps(json).encode()
    asked = urllib.request.Request(address, data, {**headers, "Content-Type": "application/json"})
    text = urllib.request.urlopen(asked, timeout=timeout).read()
    return types.SimpleNamespace(raise_for_status=lambda: None, json=lambda: globals()["json"].loads(text))
requests = types.ModuleType("requests")
requests.post = post
sys.modules["requests"] = requests
exec(compile(sys.argv[1], "copied", "exec"), {"__name__": "__main__"})
`;

test('as Python', async () => {
  const { stdout } = await run('python3', [
    '-c',
    REQUESTS,
    codeOf('python', address, { condition: awkward, area, list }),
  ]);
  expect(requested).toEqual([expected()]);
  expect(stdout.split('\n')[0]).toBe('A 2026-11-14T03:22:05Z');
});

test('the key is read from the environment', () => {
  for (const kind of ['curl', 'python', 'javascript'] as const)
    expect(codeOf(kind, address, { condition, area, list })).toContain(KEY_VARIABLE);
});
