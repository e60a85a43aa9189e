import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION_TIMES, listen, type ConnectionTimes } from '../../../server/http/listen.ts';

/** Long enough never to end a test's connection; each test shortens the one that it is about. */
const NEVER: ConnectionTimes = {
  headersMs: 600_000,
  requestMs: 600_000,
  idleMs: 600_000,
  silenceMs: 600_000,
  checkMs: 10,
};
/** Twice as many as Node lets wait by itself. */
const BURST = 1_000;
const most = () => Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
/** How often a connection of this machine found its line full, since it started. */
function overflows(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/netstat', 'utf8').split('\n');
  return Number(values.split(' ')[names.split(' ').indexOf('ListenOverflows')]);
}
const MEGABYTE = new Uint8Array(1_000_000);

describe('every wait of a connection ends', () => {
  let server: Server | undefined;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.closeAllConnections();
    server?.close();
  });

  /** A server that waits for whole bodies and replies with 64 MB, and a connection to it. */
  async function connected(
    times: Partial<ConnectionTimes>,
  ): Promise<{ socket: Socket; ended: Promise<unknown> }> {
    const reply = async (request: Request) => {
      await request.text();
      return new Response(new Blob(Array.from({ length: 64 }, () => MEGABYTE)));
    };
    server = await listen(reply, { port: 0, host: '127.0.0.1' }, { ...NEVER, ...times });
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const [own] = await accepted;
    return { socket, ended: new Promise((resolve) => own.once('close', resolve)) };
  }

  it('a connection that sends nothing', async () => {
    await (
      await connected({ headersMs: 50 })
    ).ended;
  });

  it('headers that never end', async () => {
    const { socket, ended } = await connected({ headersMs: 50 });
    socket.write('POST /login HTTP/1.1\r\nhost: test\r\nx-slow: ');
    await ended;
  });

  it('a body that never ends', async () => {
    const { socket, ended } = await connected({ headersMs: 40, requestMs: 50 });
    socket.write('POST /login HTTP/1.1\r\nhost: test\r\ncontent-length: 100\r\n\r\n{');
    await ended;
  });

  it('an idle connection between two requests', async () => {
    const { socket, ended } = await connected({ idleMs: 50 });
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
    await ended;
  });

  it('a reply that nobody reads', async () => {
    const { socket, ended } = await connected({ silenceMs: 100 });
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
    await ended;
  });

  it('a half-open connection is closed within 15 seconds, a half-sent body after a minute', () => {
    const { headersMs, requestMs, idleMs, silenceMs, checkMs } = CONNECTION_TIMES;
    expect(headersMs + checkMs).toBeLessThanOrEqual(15_000);
    expect([requestMs, idleMs, silenceMs]).toEqual([60_000, 5_000, 120_000]);
  });

  // Linux counts them
  it.runIf(process.platform === 'linux' && most() >= BURST)(
    'connections that come together wait in line, and none has to try again',
    async () => {
      server = await listen(() => new Response('ok'), { port: 0, host: '127.0.0.1' }, NEVER);
      const { port } = server.address() as AddressInfo;
      const before = overflows();
      // none is accepted before all have come
      const opened = Array.from({ length: BURST }, () => connect(port, '127.0.0.1'));
      sockets.push(...opened);
      await Promise.all(opened.map((socket) => once(socket, 'connect')));
      // the machine's other servers count too
      expect(overflows() - before).toBeLessThan(100);
    },
  );

  it('an address has no more connections than its number; one that ends makes room', async () => {
    server = await listen(() => new Response('ok'), { port: 0, host: '127.0.0.1', perAddress: 2 }, NEVER);
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => undefined);
      socket.resume();
      await once(socket, 'connect');
      return { socket, closed };
    };
    const answered = async ({ socket, closed }: Awaited<ReturnType<typeof open>>) => {
      socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
      return String(await Promise.race([once(socket, 'data'), closed])).slice(0, 15);
    };
    const [first, second] = [await open(), await open()];
    await (
      await open()
    ).closed;
    expect(await answered(second)).toBe('HTTP/1.1 200 OK');
    first.socket.destroy();
    await expect.poll(async () => answered(await open()).catch(String)).toBe('HTTP/1.1 200 OK');
  });
});
