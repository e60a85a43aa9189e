import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { isEmail } from '../../contract/accounts.ts';
import { FIELD } from '../../contract/limits.ts';
import { auditAccount, changeAccount, insertAccount, normalEmail } from '../db/accounts/accounts.ts';
import type { Account } from '../db/accounts/accounts.ts';
import { grantCredits } from '../db/accounts/credits.ts';
import { insertMailJob } from '../db/mail/mailJobs.ts';
import { deleteSessionsOf } from '../db/accounts/sessions.ts';
import { message } from '../messages.ts';
import { hashPassword, passwordProblem } from '../rules/accounts/passwords.ts';
import { counted, noAccount, OperatorError, textOption, UsageError, wholeNumber } from './command.ts';
import type { Command, CommandContext } from './command.ts';

const CREDITS_MAX = 1_000_000_000;

function pucOption(context: CommandContext): boolean | undefined {
  const given = textOption(context, 'puc');
  if (given === undefined) return undefined;
  if (given !== 'yes' && given !== 'no') throw new UsageError('--puc must be yes or no');
  return given === 'yes';
}

function utypeOption(context: CommandContext): number | undefined {
  const given = textOption(context, 'utype');
  return given === undefined ? undefined : wholeNumber(given, '--utype', 1, 99);
}

function creditsOption(context: CommandContext): number | undefined {
  const given = textOption(context, 'credits');
  if (given === undefined) return undefined;
  const amount = wholeNumber(given, '--credits', -CREDITS_MAX, CREDITS_MAX);
  if (amount === 0) throw new UsageError('--credits must not be 0');
  return amount;
}

/** The hash of --password, which must meet the rules for users' own passwords. */
async function passwordOption(context: CommandContext): Promise<string | undefined> {
  const given = textOption(context, 'password');
  if (given === undefined) return undefined;
  if (given.length > FIELD.password)
    throw new UsageError(`--password must have at most ${FIELD.password} characters`);
  const problem = await passwordProblem(given);
  if (problem) throw new UsageError(`--password: ${message(problem, 'en')}`);
  return hashPassword(given);
}

function standing(account: Account): string {
  return `${account.email}: ${account.status}, utype ${account.utype}, puc ${account.puc ? 'yes' : 'no'}`;
}

/** §4 Account: the audit. A rejected account is logged out; the outcome is emailed in its language. */
export function audit(status: 'approved' | 'rejected'): Command['run'] {
  return async ({ deps: { db, clock }, words, print }) => {
    const email = normalEmail(words[0] ?? '');
    const outcome = await db.transaction(async (client) => {
      const audited = await auditAccount(client, email, status);
      if (!audited?.changed) return audited;
      const { id, language } = audited.account;
      if (status === 'rejected') await deleteSessionsOf(client, id);
      await insertMailJob(client, { kind: status, email, language }, clock.now());
      return audited;
    });
    if (!outcome) throw noAccount(email);
    if (!outcome.changed) {
      print(`${email}: ${status} already, so nothing changed and no email is sent`);
      return;
    }
    print(standing(outcome.account));
    print('An email with the outcome is sent when the server runs.');
  };
}

/** Adds credits; a negative amount needs a sufficient balance. */
async function changeCredits(
  client: PoolClient,
  account: Account,
  amount: number,
  now: Date,
): Promise<string> {
  const balance = await grantCredits(client, account.id, amount, now);
  if (balance === null)
    throw new OperatorError(
      `${account.email} has ${counted(account.credits, 'credit')}: ${-amount} cannot be removed, so nothing changed`,
    );
  return `${account.email}: ${counted(Math.abs(amount), 'credit')} ${amount > 0 ? 'added' : 'removed'}, balance ${balance}`;
}

/** Decision 15: a new password ends all sessions, and the owner is notified by email. */
async function tellNewPassword(client: PoolClient, account: Account, now: Date): Promise<void> {
  const { id, email, language } = account;
  await deleteSessionsOf(client, id);
  await insertMailJob(client, { kind: 'passwordChanged', email, language }, now);
}

/** Changes the given fields, all or nothing. */
export async function set(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const email = normalEmail(context.words[0] ?? '');
  const [utype, puc, credits] = [utypeOption(context), pucOption(context), creditsOption(context)];
  const passwordHash = await passwordOption(context);
  if (utype === undefined && puc === undefined && passwordHash === undefined && credits === undefined)
    throw new UsageError('nothing to set: give --utype, --puc, --password or --credits');
  const lines = await db.transaction(async (client) => {
    const account = await changeAccount(client, email, {
      ...(utype === undefined ? {} : { utype }),
      ...(puc === undefined ? {} : { puc }),
      ...(passwordHash === undefined ? {} : { passwordHash }),
    });
    if (!account) throw noAccount(email);
    if (passwordHash !== undefined) await tellNewPassword(client, account, clock.now());
    if (credits === undefined) return [standing(account)];
    return [standing(account), await changeCredits(client, account, credits, clock.now())];
  });
  for (const line of lines) context.print(line);
}

/** Creates an account that needs no audit. */
export async function add(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const email = normalEmail(context.words[0] ?? '');
  if (!isEmail(email) || email.length > FIELD.email) throw new UsageError('Invalid e-mail.');
  const given = await passwordOption(context);
  const made = given === undefined ? randomBytes(12).toString('base64url') : null;
  const account = await insertAccount(
    db.pool,
    {
      email,
      passwordHash: given ?? (await hashPassword(made ?? '')),
      firstName: textOption(context, 'first-name') ?? '',
      lastName: textOption(context, 'last-name') ?? '',
      company: textOption(context, 'company') ?? '',
      utype: utypeOption(context) ?? 1,
      puc: pucOption(context) ?? false,
      status: 'approved',
      credits: 0,
    },
    clock.now(),
  );
  if (!account)
    throw new OperatorError(`the account ${email} already exists; see: operator accounts show ${email}`);
  context.print(
    `${account.email}: approved, utype ${account.utype}${made === null ? '' : `, password ${made}`}`,
  );
}
