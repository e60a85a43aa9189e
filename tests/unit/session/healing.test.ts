import { expect, test, vi } from 'vitest';
import { waitFor } from 'xstate';
import { child, openSignedIn, server, until, withFaultyServer } from './portalPage.ts';

withFaultyServer();

const EMPTY = { json: { result: 1, data: [] } };
/** Panels, a call of each, and the actor that makes it or runs the one that does. */
const PANELS = [
  ['myaoi', 'savedAois', '/web/useraoi/view/list/all', EMPTY],
  [
    'order',
    'orders.archive',
    '/web/order/archive/list',
    { json: { result: 1, data: { list: [], total: 0 } } },
  ],
  ['imagery', 'imagery', '/api/user/images', EMPTY],
  ['account', 'account', '/web/credits', { json: { result: 1, data: 7 } }],
] as const;

test.each(PANELS)(
  'a panel that was opened without a connection is loaded once when it is back: %s',
  async (panel, name, path, reply) => {
    await openSignedIn();
    server.conduct.set(path, reply);
    const outage = vi.spyOn(server.conduct, 'get').mockReturnValue('drop');
    child('shell').send({ type: 'panel.chosen', panel });
    const actor = child(name) as ReturnType<typeof child<'savedAois'>>;
    const loader = (actor.getSnapshot().children.list ?? actor) as typeof actor;
    const isFailed = ({ _nodes }: { _nodes: { tags: string[] }[] }) =>
      _nodes.some(({ tags }) => tags.some((tag) => /^(balance )?failed$/.test(tag)));
    await waitFor(loader, isFailed, { timeout: 5_000 });
    await until((state) => state.hasTag('offline'));
    outage.mockRestore();
    server.asked.length = 0;
    const asked = () => server.asked.filter((one) => one.path === path).length;
    await expect.poll(asked, { timeout: 9_000 }).toBe(1);
    await waitFor(loader, (snapshot) => !isFailed(snapshot), { timeout: 5_000 });
    await until((state) => !state.hasTag('offline'));
    expect(asked()).toBe(1);
  },
  20_000,
);
