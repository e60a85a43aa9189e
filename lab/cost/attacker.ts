import { once } from 'node:events';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { tileAddress } from '../../src/services/imagery.ts';
import { everythingIn, type Caller, largestArea } from '../bench/load/caller.ts';
import type { CostRequest } from './targets.ts';

/** What became of a request. */
export interface Ended {
  status: number;
  ms: number;
}

function begin(caller: Caller, { body, ...row }: CostRequest): ClientRequest {
  const { url, init } = caller.request(row);
  const sent = httpRequest(url, { method: init.method, headers: init.headers, agent: false });
  sent.on('error', () => undefined);
  sent.on('response', (answer) => answer.resume());
  sent.end(body);
  return sent;
}

/**
 * Sends a request and reads its reply.
 * @param mostMs after which it is given up, from when the system has taken all of it: a busy attacker may take long to hand it over. Until
 *   then it has as long again, which a server that reads no large body would exceed
 * @returns status 0 if it was given up; the time since it was sent
 */
export async function send(caller: Caller, request: CostRequest, mostMs: number): Promise<Ended> {
  const sent = begin(caller, request);
  let began = performance.now();
  const giveUp = () => setTimeout(() => sent.destroy(), mostMs);
  let timer = giveUp();
  sent.once('finish', () => {
    clearTimeout(timer);
    began = performance.now();
    timer = giveUp();
  });
  let status = 0;
  sent.once('response', (answer) => {
    answer.once('end', () => {
      status = answer.statusCode ?? 0;
    });
  });
  await once(sent, 'close').catch(() => undefined);
  clearTimeout(timer);
  return { status, ms: performance.now() - began };
}

/** Sends a request and closes its connection after a while, answered or not. */
export async function drop(caller: Caller, request: CostRequest, afterMs: number): Promise<void> {
  const sent = begin(caller, request);
  await pause(afterMs);
  sent.destroy();
}

/** As many connections as a server of one process takes in line, and some. */
const CONNECTIONS = 2_007;
const HOLD_MS = 10_000;

/** Connections that a server accepts at once, below the length of its line for them. */
const OPENED_AT_ONCE = 100;

/** Connections from as many addresses of this machine, each with the beginning of a request, held for a while. */
async function connections(url: string, count: number, head: string, each: (socket: Socket) => void) {
  const { hostname: host, port } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const opened = Array.from({ length: Math.min(OPENED_AT_ONCE, count - sockets.length) }, (_, n) => {
      const number = sockets.length + n + 1;
      const localAddress = `127.9.${number >> 8}.${number & 255}`;
      return createConnection({ host, port: Number(port), localAddress });
    });
    sockets.push(...opened);
    await Promise.all(
      opened.map(async (socket) => {
        socket.on('error', () => undefined);
        await once(socket, 'connect').catch(() => undefined);
        socket.write(head);
        each(socket);
      }),
    );
  }
  await pause(HOLD_MS);
  return () => sockets.forEach((socket) => socket.destroy());
}

const headOf = (method: string, path: string, token: string, bytes: number) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    ...(bytes === 0 ? [] : [`Content-Length: ${bytes}`]),
    '\r\n',
  ].join('\r\n');

/** A way to press on a server that is more than one request; resolves when its connections are given up. */
export type Pressure = (url: string, callers: readonly Caller[], layerId: number) => Promise<void>;

/** A body that never comes: one byte at first, and one every few seconds. */
const oneByteOf =
  (path: string): Pressure =>
  async (url, callers) => {
    const isAnonymous = path === endpoints.login.path;
    const tokens = isAnonymous ? [''] : callers.map(({ token }) => token);
    const timers: NodeJS.Timeout[] = [];
    const parts = tokens.map((token) =>
      connections(
        url,
        Math.ceil(CONNECTIONS / tokens.length),
        headOf('POST', path, token, 1_000),
        (socket) => {
          socket.write('{');
          timers.push(setInterval(() => socket.write(' '), 3_000));
        },
      ),
    );
    const ends = await Promise.all(parts);
    timers.forEach((timer) => clearInterval(timer));
    ends.forEach((end) => end());
  };

/** Ways to press, by name. */
export const PRESSURES: Readonly<Record<string, Pressure>> = {
  oneByteBodies: oneByteOf(endpoints.login.path),
  oneByteBodiesOfAccounts: oneByteOf(endpoints.saveAoi.path),
  oneByteSearchesOfAccounts: oneByteOf(endpoints.searchScenes.path),
  /** Asks for the largest replies and reads none of them. */
  unreadReplies: async (url, callers) => {
    const body = JSON.stringify(everythingIn(largestArea(100)));
    const ends = await Promise.all(
      callers.map(({ token }) =>
        connections(
          url,
          40,
          headOf('POST', endpoints.searchScenes.path, token, body.length) + body,
          (socket) => void socket.pause(),
        ),
      ),
    );
    ends.forEach((end) => end());
  },
  /** As many tiles as may wait for an account, and more. */
  tiles: async (_, callers, layerId) => {
    const tiles = callers.flatMap((caller) =>
      Array.from({ length: 300 }, (_unused, n) => {
        const path = tileAddress('', caller.token)
          .replace('{layer}', String(layerId))
          .replace('{z}', '8')
          .replace('{x}', String(n % 256))
          .replace('{y}', String(60 + Math.floor(n / 256)));
        return send(caller, { method: 'GET', path }, HOLD_MS);
      }),
    );
    await Promise.all(tiles);
  },
};
