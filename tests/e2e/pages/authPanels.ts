import type { Locator } from 'playwright/test';
import { PageObject } from './pageObject.ts';

/** The fields of a registration. */
export interface Registrant {
  firstName: string;
  lastName: string;
  company: string;
  email: string;
  password: string;
}

/** §2 Register panel, §2 Reset-password panel. */
export class AuthPanels extends PageObject {
  field(name: 'firstName' | 'lastName' | 'company' | 'email' | 'verifyCode' | 'password'): Locator {
    return this.page.getByRole('textbox', { name: this.t(`auth.${name}`) });
  }
  readonly firstName = this.field('firstName');
  readonly email = this.field('email');
  readonly code = this.field('verifyCode');
  readonly password = this.field('password');
  readonly nature = this.page.getByRole('textbox', { name: this.t('auth.nature') });
  readonly invitation = this.page.getByRole('textbox', { name: this.t('auth.invitationCode') });
  readonly industry = this.page.getByRole('combobox', { name: this.t('auth.industry') });
  accountType(type: 'organization' | 'individual'): Locator {
    return this.page.getByRole('radio', { name: this.t(`auth.${type}`), exact: true });
  }
  /** The title of a panel. */
  title(of: 'register' | 'reset'): Locator {
    return this.page.getByRole('heading', { name: this.t(`auth.${of}Title`) });
  }
  readonly back = this.page.getByRole('main').getByRole('button', { name: this.t('auth.backToLogin') });
  /** Every error message about the last attempt. */
  readonly errors = this.page.getByRole('alert').filter({ hasText: /\S/ });
  /** The send-verification-code button, whatever its current text. */
  get sendCode(): Locator {
    const words = [this.t('auth.sendCode'), this.t('auth.sendCodeAgain'), this.t('auth.sendingCode')];
    const counting = this.t('auth.sendCodeIn', { seconds: 'N' }).replace('N', String.raw`\d+`);
    return this.page.getByRole('button', { name: new RegExp(`^(${[...words, counting].join('|')})$`) });
  }
  readonly register = this.page.getByRole('button', { name: this.t('auth.register'), exact: true });
  readonly reset = this.page.getByRole('button', { name: this.t('auth.resetSubmit'), exact: true });
  /** §2: the success dialog of either panel. */
  success(of: 'registered' | 'resetDone'): Locator {
    return this.page.getByRole('dialog', { name: this.t(`auth.${of}Title`) });
  }

  async openRegister(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('auth.registerAccount'), exact: true }).click();
  }
  async openReset(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('auth.resetPassword'), exact: true }).click();
  }

  async fillRegistration(registrant: Registrant): Promise<void> {
    await this.field('firstName').fill(registrant.firstName);
    await this.field('lastName').fill(registrant.lastName);
    await this.field('company').fill(registrant.company);
    await this.field('email').fill(registrant.email);
    await this.field('password').fill(registrant.password);
  }

  /** Closes the success dialog, which returns to the log-in. */
  async leaveSuccess(of: 'registered' | 'resetDone'): Promise<void> {
    await this.success(of)
      .getByRole('button', { name: this.t('auth.backToLogin') })
      .click();
  }
}

/** An example of a registration. */
export const MEI: Registrant = {
  firstName: 'Mei',
  lastName: 'Lin',
  company: 'Harbourline Surveys',
  email: 'mei.lin@harbourline.example',
  password: 'harbour-2026',
};

/** Fills every required field of the register panel. */
export async function fillRequired(panels: AuthPanels): Promise<void> {
  await panels.fillRegistration(MEI);
  await panels.code.fill('K7PM4X');
}
