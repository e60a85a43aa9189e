import { HeldCalls } from './heldCalls.ts';
import { mapModes } from './mapModes.ts';
import { sceneOrder, tasking } from './orderForms.ts';
import { performAll, type Performer } from './performer.ts';
import { saveSearch, sceneExport } from './saving.ts';
import { sharedSearch } from './sharing.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';
import { readPathFile } from '../../model/paths/pathFile.ts';
import type { Portal } from '../pages/portal.ts';

/** `PATHS=FILE` replays the paths of a file written by `npm run paths` (docs/paths.md). */
const given = process.env['PATHS'] === undefined ? null : readPathFile(process.env['PATHS']);

/** Replays the generated paths of several machines in turn, on one page against the real server. */
async function replayAll(portal: Portal, performers: readonly Performer[]): Promise<void> {
  const selected = performers.filter(({ machine }) => given === null || machine === given.machine);
  test.skip(selected.length === 0, 'the file has paths of another machine');
  for (const performer of selected) {
    const calls = new HeldCalls(portal.page);
    for (const [actor, url] of Object.entries(performer.calls)) await calls.hold(actor, url);
    expect(await performAll(performer, calls, given)).toBeGreaterThan(0);
    await calls.stopHolding();
  }
}

test.describe('generated paths, replayed on the page against the real server', () => {
  test.use(WITHOUT_MAP);

  test('order, export, saving and sharing paths match the page', async ({ portal, page }) => {
    await portal.enter();
    let skey = '';
    page.on('response', async (response) => {
      if (!response.url().endsWith('/usersearchrecord/cm/save')) return;
      const reply = (await response.json().catch(() => null)) as { data?: { skey?: string } } | null;
      skey = reply?.data?.skey ?? skey;
    });
    await replayAll(portal, [
      sceneOrder(portal),
      sceneExport(portal),
      saveSearch(portal),
      sharedSearch(portal, () => skey),
    ]);
  });

  test('tasking paths match the page', async ({ portal }) => {
    await portal.enter();
    await replayAll(portal, [tasking(portal)]);
  });
});

test.describe('generated paths on the map', () => {
  test('drawing, measuring and comparing paths match the page', async ({ portal }) => {
    await portal.enter();
    await replayAll(portal, [mapModes(portal)]);
  });
});
