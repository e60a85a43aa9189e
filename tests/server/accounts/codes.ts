import type { RegisterRequest } from '../../../contract/accounts.ts';
import type { CodePurpose } from '../../../server/accounts/verifyCodes.queries.ts';
import type { TestServer } from '../support/harness.ts';

/** A well-formed code that is wrong in every test: one of 31^6. */
export const WRONG_CODE = '222222';

/** The newest code mailed to an address, after sending the mails that are due. */
export async function mailedCode(app: TestServer, email: string): Promise<string> {
  await app.deliverMail();
  // other mails to the address may be sent at the same time
  const code = app.mail.sent
    .filter(({ to }) => to === email.toLowerCase())
    .flatMap(({ text }) => /^[2-9A-Z]{6}$/m.exec(text)?.[0] ?? [])
    .at(-1);
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/** Requests a code and reads it from the mail. */
export async function codeFor(app: TestServer, purpose: CodePurpose, email: string): Promise<string> {
  const call = purpose === 'register' ? 'sendRegisterCode' : 'sendResetCode';
  const { reply } = await app.call(call, { body: { email } });
  if (reply.result !== 1) throw new Error(reply.message);
  return mailedCode(app, email);
}

/** A valid registration form, with overrides. */
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
