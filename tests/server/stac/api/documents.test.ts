import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../../contract/calls/apiKeys.ts';
import { createApp } from '../../../../server/http/app.ts';
import { listen } from '../../../../server/http/listen.ts';
import { KEY_VARIABLE } from '../../../../src/machines/search/searchCode.rules.ts';
import { databaseServers, serverFor } from '../../support/harness.ts';
import { sceneOf, square } from '../../search/sceneFixtures.ts';
import { storeAll } from '../../search/storedScenes.ts';

const execute = promisify(execFile);

/** The portal of the documents. */
const EXAMPLE = 'https://portal.example';

interface Snippet {
  language: string;
  text: string;
}

const snippetsOf = (document: string): Snippet[] =>
  [...readFileSync(document, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );

/** All around Singapore, the first clear, the second clouded, the third covering half of the area, the last elsewhere. */
const scenes = [
  sceneOf('SV2_CLEAR', square(103.6, 1.1, 104.1, 1.5), {
    cloudCover: 0,
    acquisitionDate: '2026-05-01T03:00:00Z',
  }),
  sceneOf('SV2_CLOUDED', square(103.6, 1.1, 104.1, 1.5), {
    cloudCover: 100,
    acquisitionDate: '2026-05-02T03:00:00Z',
  }),
  sceneOf('SV2_HALF', square(103.85, 1.1, 104.1, 1.5), {
    cloudCover: 0,
    acquisitionDate: '2026-05-03T03:00:00Z',
  }),
  sceneOf('SV2_RADAR', square(103.6, 1.1, 104.1, 1.5), {
    sensorType: 'SAR',
    cloudCover: null,
    acquisitionDate: '2026-05-04T03:00:00Z',
  }),
  sceneOf('SV2_ELSEWHERE', square(10, 1.1, 10.5, 1.5), { cloudCover: 0 }),
];

describe.each(databaseServers)(
  'the snippets of docs/stac.md and docs/programs.md, as pasted ($name)',
  (server) => {
    const app = serverFor(server);
    let portal: Awaited<ReturnType<typeof listen>>;
    let address: string;
    let token: string;
    const keyFor = async (scopes: Scope[], sandbox: boolean) => {
      const body = { name: scopes.join(), scopes, sandbox, endsOn: null, monthlyLimit: null };
      return (await app.call('createApiKey', { body }, { token })).reply.data?.key ?? '';
    };
    beforeAll(async () => {
      await storeAll(app.deps.db, scenes);
      portal = await listen(createApp(app.deps).fetch, { host: '127.0.0.1', port: 0 });
      address = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
      token = (await app.signIn()).token;
    });
    afterAll(() => portal.close());

    const run = async (program: string, args: readonly string[], key: string) => {
      const env = { ...process.env, [KEY_VARIABLE]: key };
      return (await execute(program, [...args], { env, timeout: 50_000 })).stdout;
    };
    /** Whether this machine has what a snippet needs. */
    const runs = (program: string, args: readonly string[]) =>
      execute(program, [...args]).then(
        () => true,
        () => false,
      );
    const isThere = ({ language, text }: Snippet) => {
      if (language === 'sh') return runs(text.split(' ')[0]!, ['--version']);
      const modules = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name = '']) => name);
      return runs('python3', ['-c', modules.map((name) => `import ${name}`).join('\n')]);
    };
    const pasted = ({ language, text }: Snippet, key: string) => {
      const here = text.replaceAll(EXAMPLE, address);
      expect(here).not.toBe(text);
      return language === 'sh' ? run('sh', ['-c', here], key) : run('python3', ['-c', here], key);
    };

    describe.each([
      [
        'docs/stac.md',
        [
          (said: string) =>
            expect(said).toBe('SV2_HALF 2026-05-03 03:00:00+00:00\nSV2_CLEAR 2026-05-01 03:00:00+00:00\n'),
          (said: string) => expect(said).toContain('Feature Count: 5'),
          (said: string) => expect(said).toBe('SV2_CLEAR 100 100\nSV2_RADAR 100 None\n'),
        ],
      ],
      [
        'docs/programs.md',
        [
          async (said: string) => {
            const [found, price, quote, link] = said.trim().split('\n');
            expect(found).toBe('SV2_CLEAR 100 % clear');
            // 0.2° × 0.16° at 1.3° north: 22.26 km × 17.69 km
            expect(price).toMatch(/^[\d.]+ USD for 393\.\d+ km²$/);
            // Q, the day and a number; 14 days on
            expect(quote).toMatch(/^quote \S+ holds until 2026-12-04$/);
            expect(link).toContain('scenes=SV2_CLEAR');
            // nothing was ordered
            const { reply } = await app.call('archiveOrders', { query: { cpage: 1 } }, { token });
            expect(reply.data?.list).toEqual([]);
          },
          (said: string) =>
            expect(JSON.parse(said)).toMatchObject({
              result: 0,
              message: 'This API key lacks the scope “order”.',
            }),
        ],
      ],
    ])('%s', (document, expectations) => {
      const snippets = snippetsOf(document);

      it('has as many snippets as are run', () => {
        expect(snippets).toHaveLength(expectations.length);
      });

      it.for(expectations.map((check, at) => [at + 1, check] as const))(
        'snippet %i, where what it needs is installed',
        async ([number, check], context) => {
          const snippet = snippets[number - 1]!;
          if (!(await isThere(snippet))) context.skip();
          // each lock holds alone
          for (const sandbox of [true, false])
            await check(await pasted(snippet, await keyFor(['search', 'price'], sandbox)));
        },
      );
    });
  },
);
