import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { until, type Driver, type Launch } from './driver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const LIBRARIES = '/usr/lib';

/** WebKitGTK's test browser, beside its library. */
function miniBrowser(): string | undefined {
  return readdirSync(LIBRARIES)
    .flatMap((folder) => ['4.1', '4.0'].map((api) => `${LIBRARIES}/${folder}/webkit2gtk-${api}/MiniBrowser`))
    .find((path) => existsSync(path));
}

const PROGRAM = existsSync(DRIVER) ? miniBrowser() : undefined;

/** How long a call may take, ms: what it waits for in the page is waited for by other means. */
const CALL_MS = 60_000;

/** WebDriver's code of the control key. */
const CONTROL = '\uE009';

/** WebKitGTK's MiniBrowser, by WebDriver. Null if it isn't installed. */
export const webkit: Launch | null =
  PROGRAM === undefined
    ? null
    : async ({ env, port, width, height }): Promise<Driver> => {
        const server = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
        const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
          const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            signal: AbortSignal.timeout(CALL_MS),
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          const { value } = (await reply.json()) as { value: T & { error?: string; message?: string } };
          if (!reply.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
          return value;
        };
        const startSession = async () => {
          await until('WebKitWebDriver listens', async () =>
            call('GET', '/status').then(
              () => true,
              () => false,
            ),
          );
          return call<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
            capabilities: {
              alwaysMatch: { 'webkitgtk:browserOptions': { binary: PROGRAM, args: ['--automation'] } },
            },
          });
        };
        // a driver that nobody closes would keep this command running
        const { sessionId, capabilities } = await startSession().catch((error: unknown) => {
          server.kill();
          throw error;
        });
        const session = `/session/${sessionId}`;
        const evaluate = <T>(expression: string) =>
          call<T>('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
        const pointer = (...actions: object[]) =>
          call<void>('POST', `${session}/actions`, {
            actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
          });
        const keys = (...actions: object[]) =>
          call<void>('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
        const press = (value: string) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
        // the page without the window's bars has the size asked for
        await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height });
        const [innerWidth = 0, innerHeight = 0] = await evaluate<number[]>('[innerWidth, innerHeight]');
        const size = { width: 2 * width - innerWidth, height: 2 * height - innerHeight };
        await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...size });
        return {
          version: `WebKitGTK ${capabilities.browserVersion}`,
          open: (url) => call('POST', `${session}/url`, { url }),
          evaluate,
          move: (x, y) =>
            pointer({
              type: 'pointerMove',
              origin: 'viewport',
              x: Math.round(x),
              y: Math.round(y),
              duration: 0,
            }),
          button: (is) => pointer({ type: is === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }),
          type: (text) => keys(...[...text].flatMap(press)),
          selectAll: () =>
            keys({ type: 'keyDown', value: CONTROL }, ...press('a'), { type: 'keyUp', value: CONTROL }),
          screenshot: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
          close: async () => {
            await call('DELETE', session).catch(() => null);
            server.kill();
          },
        };
      };
