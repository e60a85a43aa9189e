import { expect } from '../support/test.ts';
import type { Portal } from '../pages/portal.ts';
import type { Performer } from './performer.ts';
import { isIn } from './pageSetup.ts';

/** The page of a shared search, as a visitor sees it; `skey` returns the key of a saved search. */
export function sharedSearch(portal: Portal, skey: () => string): Performer {
  const { page, search, t } = portal;
  const shared = page.getByRole('region', { name: t('share.label'), exact: true });
  const signIn = page.getByRole('button', { name: t('share.logIn'), exact: true });
  return {
    machine: 'sharedSearch',
    variants: ['a key'],
    calls: { fetchShared: '**/web/usersearchrecord/view/share/*' },
    begin: async () => {
      // a visitor has no session
      await page.evaluate(() => sessionStorage.removeItem('groundtrack.token'));
      await portal.open(`/?skey=${skey()}`);
    },
    leave: async () => {},
    act: (event) => {
      if (event.type === 'reload.requested')
        // the missing map has one too
        return () => shared.getByRole('button', { name: t('common.tryAgain') }).click();
      if (event.type === 'signIn.requested') return () => signIn.click();
      return undefined;
    },
    answer: (_, { output }) =>
      // this server never saves an invalid area
      (output as { aoiGeom: string }).aoiGeom.startsWith('POINT') ? { result: 1, data: output } : undefined,
    expectState: async (expected) => {
      if (isIn(expected, 'left')) return expect(portal.loginButton).toBeVisible();
      if (isIn(expected, 'shown')) return expect(search.rows.first()).toBeVisible();
      if (isIn(expected, 'unknown')) return expect(page.getByText(t('share.unknown'))).toBeVisible();
      if (isIn(expected, 'failed')) return expect(page.getByText(t('share.failedText'))).toBeVisible();
      return expect(signIn).toBeVisible();
    },
  };
}
