import { describe, expect, it } from 'vitest';
import { databaseServers, serverFor } from '../support/harness.ts';

describe('an unknown address', () => {
  const app = serverFor(databaseServers[0]!);

  const ask = (headers: Record<string, string>) => app.request('/kit.html', { headers });

  it.each([
    ['en', 'Page not found', 'Go to'],
    ['zh', '未找到页面', '前往'],
  ])('shows a page with the way home (%s)', async (language, title, home) => {
    const reply = await ask({ accept: 'text/html,*/*;q=0.8', 'accept-language': language });
    const text = await reply.text();
    expect(reply.status).toBe(404);
    expect(text).toContain(`<title>${title}</title>`);
    expect(text).toContain(`<a href="/">${home} ${app.deps.config.appName}</a>`);
  });

  it('programs get the reply of a call', async () => {
    expect(await (await ask({ accept: '*/*' })).json()).toMatchObject({ result: 0, messageKey: 'notFound' });
  });
});
