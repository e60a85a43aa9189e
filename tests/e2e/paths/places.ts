import { matchesState } from 'xstate';
import type { ModelEvent } from '../../model/paths/explore.ts';
import type { Portal } from '../pages/portal.ts';
import { expect } from '../support/test.ts';
import type { ToSee } from './performer.ts';

/** A box over Singapore, degrees. */
export const BOX = {
  minLatitude: '1.22',
  maxLatitude: '1.36',
  minLongitude: '103.72',
  maxLongitude: '103.94',
};

export const isIn = (seen: ToSee, state: string): boolean =>
  seen !== 'loggedOut' && matchesState(state, seen.value as Parameters<typeof matchesState>[1]);

/** What a `draft.changed` says. */
export const patchOf = (event: ModelEvent): Record<string, unknown> =>
  (event['patch'] ?? {}) as Record<string, unknown>;

/** §4: a 401 response logs the user out. */
export async function expectLoggedOut(portal: Portal): Promise<void> {
  await expect(portal.loginButton).toBeVisible();
  await expect(portal.page.getByRole('dialog')).toHaveCount(0);
}

/** Signed in, with the search's form or results in the panel: whatever a path before left. */
export async function atTheSearch(portal: Portal): Promise<void> {
  const { search } = portal;
  if (await portal.loginButton.isVisible()) await portal.signIn();
  if (!(await search.submit.isVisible()) && !(await search.list.isVisible()))
    await portal.panelButton('search').click();
  await expect(search.submit.or(search.list)).toBeVisible();
}

/** An area stands in the search's form. */
export async function withAnArea(portal: Portal): Promise<void> {
  const none = portal.search.panel.getByText(portal.t('search.aoiNone'), { exact: true });
  if (!(await none.isVisible())) return;
  await portal.map.tool('coordinates').click();
  await portal.coordinates.enterBbox(BOX);
  await expect(none).toHaveCount(0);
}

/** Scenes were found, and one of them is chosen. */
export async function withOneChosen(portal: Portal): Promise<void> {
  const { search } = portal;
  await atTheSearch(portal);
  if (!(await search.list.isVisible())) {
    await withAnArea(portal);
    await search.submit.click();
    await expect(search.rows.first()).toBeVisible();
  }
  if (!(await search.choice.isVisible())) await search.chooseRow(0);
  await expect(search.choice).toBeVisible();
}
