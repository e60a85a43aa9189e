import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import { listen } from '../../../server/http/listen.ts';
import { close, portOf } from '../../../server/serving.ts';
import { databaseServers, startServer } from '../support/harness.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** A portal that listens, asked for its landing page in these very bytes. */
async function portal(settings: Record<string, string> = {}) {
  const app = await startServer(databaseServers[0]!, { STAC_PUBLIC: 'on', ...settings });
  const server = await listen(createApp(app.deps).fetch, { port: 0, host: '127.0.0.1' });
  ended.push(
    () => close(server),
    () => app.close(),
  );
  const port = portOf(server);
  const ask = async (lines: string[], target = '/stac') => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write([`GET ${target} HTTP/1.1`, ...lines, 'connection: close', '', ''].join('\r\n'));
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body };
  };
  /** Where the links lead of an answer to a request for a host. */
  const linkedFor = async (host: string, target?: string) => {
    const { status, body } = await ask([`host: ${host}`], target);
    expect(status).toBe(200);
    return /"rel":"self","href":"([^"]+)\/stac"/.exec(body)?.[1];
  };
  return { port, ask, linkedFor };
}

describe('links in replies lead to hosts that the operator knows', () => {
  it('without settings to this machine: by the name that was asked, else by the address that was reached', async () => {
    const { port, linkedFor } = await portal();
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, '127.8.9.10', `[::1]:${port}`, 'LOCALHOST'])
      expect(await linkedFor(host)).toBe(`http://${host.toLowerCase()}`);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '[::2]',
      '192.0.2.1',
    ])
      expect(await linkedFor(host)).toBe(`http://127.0.0.1:${port}`);
  });

  it('HOSTS names further hosts, with any port or one; the first stands for all others', async () => {
    const { linkedFor } = await portal({ HOSTS: 'portal.lan:8080, Maps.lan' });
    expect(await linkedFor('portal.lan:8080')).toBe('http://portal.lan:8080');
    expect(await linkedFor('maps.lan')).toBe('http://maps.lan');
    expect(await linkedFor('MAPS.lan:81')).toBe('http://maps.lan:81');
    expect(await linkedFor('localhost')).toBe('http://localhost');
    for (const host of ['portal.lan:81', 'evil.example', 'evil.maps.lan'])
      expect(await linkedFor(host)).toBe('http://portal.lan:8080');
  });

  it('PUBLIC_URL alone counts where it is set', async () => {
    const { linkedFor } = await portal({ PUBLIC_URL: 'https://portal.example/', HOSTS: 'portal.lan' });
    for (const host of ['portal.lan', 'localhost', 'evil.example'])
      expect(await linkedFor(host)).toBe('https://portal.example');
  });

  it('a request that names two hosts is refused, in its headers or in its target', async () => {
    const { port, ask, linkedFor } = await portal({ HOSTS: 'portal.lan' });
    for (const [lines, target] of [
      [['host: localhost', 'host: evil.example'], '/stac'],
      [['host: localhost', 'Host: localhost'], '/stac'],
      [['host: evil.example', 'HOST: localhost'], '/health'],
      [['host: localhost'], 'http://evil.example/stac'],
      [['host: evil.example'], `http://localhost:${port}/stac`],
      [['host: a b'], 'http://localhost/stac'],
    ] as const) {
      const { status, head, body } = await ask([...lines], target);
      expect([lines, target, status]).toEqual([lines, target, 400]);
      expect(head + body).not.toContain('evil.example');
    }
    expect(await linkedFor('evil.example', 'http://evil.example/stac')).toBe('http://portal.lan');
    expect(await linkedFor('portal.lan:80', 'http://portal.lan/stac')).toBe('http://portal.lan');
  });
});
