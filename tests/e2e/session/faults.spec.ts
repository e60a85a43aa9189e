import { Portal, withArea } from '../pages/portal.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

test.use(WITHOUT_MAP);

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

test('after a server crash during a search the form stays usable, nothing is lost, and the portal recovers automatically', async ({
  page,
  server,
}) => {
  const portal = new Portal(page, server.url, wordsOf('en'));
  await portal.enter('en', undefined, withArea(BOX));
  await server.kill();
  await portal.search.submit.click();
  // §8: loading stops silently; the badge in the bar shows why
  await expect(page.getByText(portal.t('bar.offline'), { exact: true }).first()).toBeVisible();
  await expect(portal.search.submit).toBeEnabled();
  await server.restart();
  await expect(page.getByText(portal.t('bar.offline'), { exact: true })).toHaveCount(0, { timeout: 30_000 });
  await portal.search.submit.click();
  await expect(portal.search.count).toBeVisible();
});
