import type { RegisterRequest } from '../../contract/accounts.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { accountAddress, insertAccount } from './accounts.queries.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import type { CallContext, Deps, Handlers } from './handler.ts';
import { Refusal } from '../base/refusal.ts';
import { takeCode } from './codes.rules.ts';
import { requesterOf } from './counted.rules.ts';
import { sendCode } from './codeSending.rules.ts';
import { hashPassword, passwordProblem } from './passwords.rules.ts';
import { takeUse } from './rateLimits.rules.ts';

/** §6: a new account gets the lowest rights, whatever the request says; the operator grants the rest. */
const NEW_ACCOUNT = { utype: 1, puc: false, status: 'awaiting', credits: 0 } as const;

/**
 * Uses up the code, creates the account and emails its owner, all or nothing. If the address has an account,
 * the reply is the same and the email says so (decision 14).
 * @throws Refusal if the password or the code is refused; a refused password doesn't count as a guess
 */
async function registerAccount(deps: Deps, form: RegisterRequest, context: CallContext): Promise<void> {
  const { db, clock, codeSecret } = deps;
  const { upass, email: typed, vcode, salesRepCode, ...facts } = form;
  const { client: address, device, language } = context;
  const now = clock.now();
  const email = await accountAddress(db.pool, typed);
  const problem = await passwordProblem(upass);
  if (problem) throw new Refusal(problem);
  await takeUse(db.pool, 'guessClient', JSON.stringify(['register', address]), now);
  const right = await db.transaction(async (client) => {
    const guess = { purpose: 'register', email, requester: requesterOf(device), code: vcode } as const;
    if (!(await takeCode(client, codeSecret, guess, now))) return false;
    const passwordHash = await hashPassword(upass);
    const account = {
      ...facts,
      ...NEW_ACCOUNT,
      email,
      passwordHash,
      language,
      salesRepCode: salesRepCode || null,
    };
    await insertAccount(client, account, now);
    await insertMailJob(client, { kind: 'registered', email, language }, now);
    return true;
  });
  if (!right) throw new Refusal('codeWrong');
}

/** §7 Accounts: registration, if the setting allows it (§6). */
export function registrationHandlers(deps: Deps): Pick<Handlers, 'sendRegisterCode' | 'register'> {
  const mustBeAllowed = () => {
    if (!deps.config.registrationAllowed) throw new Refusal('switchedOff');
  };
  return {
    async sendRegisterCode({ body }, context) {
      mustBeAllowed();
      await sendCode(deps, 'registerCode', body.email, context);
      return { result: SUCCESS };
    },

    async register({ body }, context) {
      mustBeAllowed();
      await registerAccount(deps, body, context);
      return { result: SUCCESS };
    },
  };
}
