import { describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { RATE_LIMITS } from '../../../server/base/limits.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';
import { samples } from '../support/samples.ts';

const BEFORE_LOGIN = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].access === 'anyone',
);
type Sample = { body?: unknown; params?: Record<string, string> };
const JSON_TYPE = { 'content-type': 'application/json' };
const OTHER = refusal('Only the portal’s own pages may make this request.');

describe.each(databaseServers)("only the portal's own pages log in ($name)", (server) => {
  const app = serverFor(server, {
    PUBLIC_URL: 'https://portal.example',
    ALLOWED_ORIGINS: 'https://beta.example https://maps.example:8443/',
  });

  const send = (name: EndpointName, headers: Record<string, string>) => {
    const row: Row = endpoints[name];
    const { body: sent, params = {} }: Sample = samples[name] as Sample;
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
    const body = row.body === undefined ? {} : { body: JSON.stringify(sent) };
    return app.request(path, { method: row.method, headers, ...body });
  };

  it.each(BEFORE_LOGIN)('%s is refused to a page of another site', async (name) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
      { origin: 'https://evil.example' },
      { origin: 'https://portal.example.evil.example' },
      { origin: 'http://portal.example' },
      { origin: 'null' },
    ]) {
      const answer = await send(name, { ...JSON_TYPE, ...headers });
      expect([headers, answer.status, await answer.json()]).toEqual([headers, 403, OTHER]);
    }
  });

  it.each(BEFORE_LOGIN)(
    "%s is open to the portal's pages, and to clients that are no browser",
    async (name) => {
      for (const headers of [
        {},
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-origin', origin: 'http://behind-a-proxy.example' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://portal.example' },
        { origin: 'https://portal.example' },
        { origin: 'https://beta.example' },
        { origin: 'https://maps.example:8443' },
        // an address without TLS, which browsers do not trust with Sec-Fetch-Site
        { origin: 'http://localhost' },
      ]) {
        const { status } = await send(name, { ...JSON_TYPE, ...headers });
        expect([headers, status]).not.toEqual([headers, 403]);
        expect([headers, status]).not.toEqual([headers, 415]);
      }
    },
  );

  it.each(BEFORE_LOGIN.filter((name) => endpoints[name].body !== undefined))(
    '%s wants JSON, announced as such',
    async (name) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'x/json',
      ]) {
        const answer = await send(name, { 'content-type': type });
        expect([type, answer.status, await answer.json()]).toEqual([
          type,
          415,
          refusal('The request must be sent as application/json.'),
        ]);
      }
      const { status } = await send(name, { 'content-type': 'Application/JSON; charset=utf-8' });
      expect(status).not.toBe(415);
    },
  );

  it("log-ins from a page of another site don't use up the visitor's attempts", async () => {
    const { email } = await app.signIn();
    for (let n = 0; n < RATE_LIMITS.loginPair.uses + 1; n++)
      await app.request('/login', {
        method: 'POST',
        headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
        body: JSON.stringify({ uname: email, upass: 'a guess' }),
      });
    const own = await app.call('login', { body: { uname: email, upass: PASSWORD } });
    expect(own.reply.result).toBe(1);
  });
});
