import type { RegisterRequest } from '../../../contract/accounts.ts';
import type { CodePurpose } from '../../../server/db/accounts/verifyCodes.ts';
import type { TestServer } from '../support/harness.ts';

/** A code that could be one, and is that of no test: 31^6 make it a miracle. */
export const WRONG_CODE = '222222';

/** The newest code that was mailed to an address; letters that are due are sent first. */
export async function mailedCode(app: TestServer, email: string): Promise<string> {
  await app.deliverMail();
  const text = app.mail.sent.findLast(({ to }) => to === email.toLowerCase())?.text ?? '';
  const code = /^[2-9A-Z]{6}$/m.exec(text)?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/** Has a code sent and reads it in the letter. */
export async function codeFor(app: TestServer, purpose: CodePurpose, email: string): Promise<string> {
  const call = purpose === 'register' ? 'sendRegisterCode' : 'sendResetCode';
  const { reply } = await app.call(call, { body: { email } });
  if (reply.result !== 1) throw new Error(reply.message);
  return mailedCode(app, email);
}

/** A registration form that is filled in well. */
export function registration(form: Partial<RegisterRequest> = {}): RegisterRequest {
  return {
    email: 'new@example.com',
    upass: 'correct horse battery',
    firstName: 'Mei',
    lastName: 'Tan',
    regType: 2,
    company: 'Coast Survey',
    industry: 'Maritime',
    nature: 'Charts',
    salesRepCode: 'AB12',
    vcode: WRONG_CODE,
    ...form,
  };
}
