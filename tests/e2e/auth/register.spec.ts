import { INDUSTRIES } from '../../../contract/accounts.ts';
import { fillRequired, MEI } from '../pages/authPanels.ts';
import { onOnePage, withPanel } from '../support/onePage.ts';
import { collectBodies, withSettings } from '../support/replies.ts';
import { expect, test } from '../support/test.ts';

const SUBMIT = '**/reg/submit';

test.describe('§2 Register panel, availability', () => {
  test('the panel is available only when the registration-allowed setting is on', async ({
    portal,
    page,
  }) => {
    // that its setting switches the server's own calls is in `server/accounts/registration.test.ts`
    await withSettings(page, { registrationAllowed: false });
    await portal.open();
    await expect(portal.loginButton).toBeVisible();
    await expect(page.getByRole('button', { name: portal.t('auth.registerAccount') })).toHaveCount(0);
    await portal.open('/#resetpass');
    await expect(portal.panels.title('reset')).toBeVisible();
    await portal.open('/#register');
    await page.reload();
    await expect(portal.loginButton).toBeVisible();
    await expect(portal.panels.title('register')).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe('');
  });

  test('a form whose code cannot be loaded shows an error, can be tried again, and has a way back', async ({
    portal,
    page,
  }) => {
    await portal.open();
    await page.route('**/assets/AuthForms*', (route) => route.abort());
    await portal.panels.openRegister();
    await expect(page.getByText(portal.t('auth.unopened'))).toBeVisible();
    await page.unroute('**/assets/AuthForms*');
    await page.getByRole('button', { name: portal.t('common.tryAgain') }).click();
    await expect(portal.panels.firstName).toBeVisible();
  });
});

test(
  '§3 Registration form',
  onOnePage(withPanel('#register'), (it) => {
    it('the fields are in order; the type is organization by default', async ({ portal, page }) => {
      await expect(portal.panels.accountType('organization')).toBeChecked();
      const names = await page
        .locator('form :is(input, select)')
        .evaluateAll((fields) =>
          fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent ?? ''),
        );
      expect(names).toEqual([
        'Organization',
        'Individual',
        'First name',
        'Last name',
        'Company',
        'Industry',
        'Nature of business',
        'Email',
        'Verification code',
        'Password',
        'Invitation code',
      ]);
    });

    it('the industry options are those of the contract', async ({ portal }) => {
      await expect(portal.panels.industry.getByRole('option')).toHaveText([
        portal.t('auth.selectIndustry'),
        ...INDUSTRIES,
      ]);
    });

    it("password minimum 8 characters, message 'Password cannot be shorter than 8 characters'", async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await fillRequired(panels);
      await panels.password.fill('1234567');
      await panels.register.click();
      await expect(panels.password).toHaveAccessibleDescription(
        /Password cannot be shorter than 8 characters/,
      );
      await expect(panels.password).toBeFocused();
      expect(bodies).toEqual([]);
    });

    it('the placeholder says at least 8 characters with letters and numbers, but only length is checked', async ({
      portal,
      page,
    }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await expect(panels.password).toHaveAttribute(
        'placeholder',
        'At least 8 characters with letters and numbers',
      );
      await fillRequired(panels);
      await panels.password.fill('zzzzzzzz');
      await panels.register.click();
      await expect(panels.success('registered')).toBeVisible();
      expect(bodies).toHaveLength(1);
      // the next registration begins with an empty form, the password too
      await panels.leaveSuccess('registered');
      await panels.openRegister();
      await expect(panels.firstName).toHaveValue('');
      await expect(panels.password).toHaveValue('');
    });

    it('texts are sent trimmed, the password unchanged', async ({ portal, page }) => {
      const { panels } = portal;
      const bodies = await collectBodies(page, SUBMIT);
      await panels.fillRegistration({ ...MEI, firstName: '  Mei ', password: ' harbour 2026 ' });
      await panels.accountType('individual').check({ force: true });
      await panels.industry.selectOption('Oil, Gas & Energy');
      await panels.nature.fill('Pipelines');
      await panels.code.fill('k7pm4x');
      await panels.invitation.fill('HX12');
      await panels.register.click();
      await expect(panels.success('registered')).toBeVisible();
      expect(bodies).toEqual([
        {
          firstName: 'Mei',
          lastName: 'Lin',
          company: 'Harbourline Surveys',
          email: MEI.email,
          upass: ' harbour 2026 ',
          regType: 1,
          industry: 'Oil, Gas & Energy',
          nature: 'Pipelines',
          vcode: 'k7pm4x',
          salesRepCode: 'HX12',
        },
      ]);
    });
  }),
);

test.describe('§3 Registration form, in Chinese', () => {
  test.use({ language: 'zh' });
  test("an industry is shown in Chinese and sent in the specification's words", async ({ portal, page }) => {
    const { panels } = portal;
    const bodies = await collectBodies(page, SUBMIT);
    await portal.open();
    await portal.chooseLanguage('zh');
    await panels.openRegister();
    await fillRequired(panels);
    await panels.industry.selectOption({ label: '石油、天然气与能源' });
    await panels.register.click();
    await expect(panels.success('registered')).toContainText('审核结果将通过邮件发送至');
    expect(bodies).toMatchObject([{ industry: 'Oil, Gas & Energy', regType: 2, nature: '' }]);
  });
});
