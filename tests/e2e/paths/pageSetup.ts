import { matchesState } from 'xstate';
import type { ModelEvent } from '../../model/paths/explore.ts';
import type { Portal } from '../pages/portal.ts';
import { expect } from '../support/test.ts';
import type { ExpectedView } from './performer.ts';

/** A box over Singapore, in degrees. */
export const BOX = {
  minLatitude: '1.22',
  maxLatitude: '1.36',
  minLongitude: '103.72',
  maxLongitude: '103.94',
};

export const isIn = (expected: ExpectedView, state: string): boolean =>
  expected !== 'loggedOut' && matchesState(state, expected.value as Parameters<typeof matchesState>[1]);

/** The patch of a `draft.changed` event. */
export const patchOf = (event: ModelEvent): Record<string, unknown> =>
  (event['patch'] ?? {}) as Record<string, unknown>;

/** §4: a 401 response logs the user out. */
export async function expectLoggedOut(portal: Portal): Promise<void> {
  await expect(portal.loginButton).toBeVisible();
  await expect(portal.page.getByRole('dialog')).toHaveCount(0);
  // the next path begins without the form, which the next log-in would open again
  await portal.page.evaluate(() => {
    for (const name of ['form', 'draft']) sessionStorage.removeItem(`groundtrack.kept.${name}`);
  });
}

/** Ensures a signed-in user with the search form or results open, whatever the previous path left. */
export async function openSearch(portal: Portal): Promise<void> {
  const { search } = portal;
  if (await portal.loginButton.isVisible()) await portal.signIn();
  if (!(await search.submit.isVisible()) && !(await search.list.isVisible()))
    await portal.panelButton('search').click();
  await expect(search.submit.or(search.list)).toBeVisible();
}

/** Ensures that the search form has an area. */
export async function ensureArea(portal: Portal): Promise<void> {
  const none = portal.search.panel.getByText(portal.t('search.aoiNone'), { exact: true });
  if (!(await none.isVisible())) return;
  await portal.map.press('coordinates');
  await portal.coordinates.enterBbox(BOX);
  await expect(none).toHaveCount(0);
}

/** Ensures that there are results, with one scene selected. */
export async function ensureSelection(portal: Portal): Promise<void> {
  const { search } = portal;
  await openSearch(portal);
  if (!(await search.list.isVisible())) {
    await ensureArea(portal);
    await search.submit.click();
    await expect(search.rows.first()).toBeVisible();
  }
  if (!(await search.choice.isVisible())) await search.chooseRow(0);
  await expect(search.choice).toBeVisible();
}
