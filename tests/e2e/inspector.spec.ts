import { expect, test } from './test.ts';

test('without the setting there is no viewer, and ?inspect tells nobody anything', async ({
  server,
  request,
}) => {
  expect((await request.get(`${server.url}/machines.html`)).status()).toBe(404);
  expect(await (await request.get(`${server.url}/config.json`)).json()).toEqual({ serviceBase: '' });
});
