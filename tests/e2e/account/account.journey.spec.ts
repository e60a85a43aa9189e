import { mailTo, secretOf } from '../support/mailbox.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const PEOPLE = {
  en: { firstName: 'Ada', lastName: 'Okafor', company: 'Lagoon Survey' },
  zh: { firstName: '雅', lastName: '林', company: '海湾测绘' },
};
const SUBJECTS = {
  en: { code: /verification code/, approved: /is ready/, reset: /code to reset/, password: /new .*password/ },
  zh: { code: /验证码/, approved: /已开通/, reset: /验证码/, password: /新密码/ },
};

for (const language of ['en', 'zh'] as const) {
  test.describe(`an account from registration to a new password (${language})`, () => {
    test.use({ language });
    const first = 'tidal-flats-2026';
    const second = 'mangrove-77-roots';

    test('a user registers, is approved, logs in, changes the password and logs in again', async ({
      portal,
      page,
      server,
      language,
    }) => {
      const { panels, account } = portal;
      const email = `ada.${language}@lagoon.example`;
      await portal.open();
      await portal.chooseLanguage(language);

      // §5 Register: the code comes by mail
      await panels.openRegister();
      await panels.fillRegistration({ ...PEOPLE[language], email, password: first });
      await panels.sendCode.click();
      const code = await mailTo(server, email, 1);
      expect(code.subject).toMatch(SUBJECTS[language].code);
      await panels.field('verifyCode').fill(secretOf(code));
      await panels.register.click();
      await expect(panels.success('registered')).toBeVisible();
      await panels.leaveSuccess('registered');

      // §4 Account: after registration the account awaits audit
      await expect(portal.email).toHaveValue(email);
      await portal.password.fill(first);
      await portal.loginButton.click();
      await expect(page.getByRole('alert').filter({ hasText: /awaiting review|正在审核/ })).toBeVisible();
      expect(await server.operator('accounts', 'list', '--status', 'awaiting')).toContain(email);
      await server.operator('accounts', 'approve', email);
      // the second mail announces the audit, the third the approval
      expect((await mailTo(server, email, 3)).subject).toMatch(SUBJECTS[language].approved);
      await portal.loginButton.click();
      await expect(portal.bar).toBeVisible();

      // §4 Session: after the password is changed, the user is logged out
      await portal.panelButton('account').click();
      await expect(account.panel.getByText(email)).toBeVisible();
      await account.changePassword(first, second);
      await expect(portal.loginButton).toBeVisible();
      await expect(portal.notice(portal.t('notice.passwordChanged'))).toBeVisible();
      await portal.fillLogin(email, first);
      await expect(page.getByRole('alert').filter({ hasText: /Incorrect email|错误/ })).toBeVisible();
      await portal.fillLogin(email, second);
      await expect(portal.bar).toBeVisible();
      // the mail about the password change
      await mailTo(server, email, 4);
    });

    test('a user resets the password, logs in with the mailed one and sets a new one on the account page', async ({
      portal,
      page,
      server,
      language,
    }) => {
      const { panels, account } = portal;
      const email = `grace.${language}@lagoon.example`;
      await server.operator('accounts', 'add', email, '--password', first);
      await portal.open();
      await portal.chooseLanguage(language);

      // §5 Reset: a code, then a new password, by mail; the email typed in the log-in panel is carried over
      await portal.email.fill(email);
      await panels.openReset();
      await expect(panels.field('email')).toHaveValue(email);
      await panels.sendCode.click();
      const resetCode = await mailTo(server, email, 1);
      expect(resetCode.subject).toMatch(SUBJECTS[language].reset);
      await panels.field('verifyCode').fill(secretOf(resetCode).toLowerCase());
      await panels.reset.click();
      await expect(panels.success('resetDone')).toBeVisible();
      const mailed = await mailTo(server, email, 2);
      expect(mailed.subject).toMatch(SUBJECTS[language].password);
      await panels.leaveSuccess('resetDone');

      // decision 13: the mailed password works once, and the account page asks for a new one
      await portal.fillLogin(email, secretOf(mailed));
      await expect(portal.bar).toBeVisible();
      await expect(account.panel.getByText(portal.t('account.newPasswordDue'))).toBeVisible();
      await account.changePassword(secretOf(mailed), first);
      await expect(portal.loginButton).toBeVisible();
      await portal.fillLogin(email, secretOf(mailed));
      await expect(page.getByRole('alert').filter({ hasText: /Incorrect email|错误/ })).toBeVisible();
      await portal.fillLogin(email, first);
      await expect(portal.bar).toBeVisible();
    });
  });
}
