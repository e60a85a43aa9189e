import { randomBytes } from 'node:crypto';
import { FIELD, PASSWORD_MIN } from '../../contract/limits.ts';
import { changeAccount, insertAccount, listAccounts, normalEmail } from '../db/accounts.ts';
import type { AccountChange, AccountStatus } from '../db/accounts.ts';
import { grantCredits } from '../db/credits.ts';
import { deleteSessionsOf } from '../db/sessions.ts';
import { hashPassword } from '../rules/passwords.ts';
import { OperatorError, table, textOption, UsageError, wholeNumber } from './command.ts';
import type { Command, CommandContext } from './command.ts';

const STATUSES: readonly AccountStatus[] = ['awaiting', 'approved', 'rejected'];

function statusOption(context: CommandContext): AccountStatus | null {
  const given = textOption(context, 'status');
  const status = STATUSES.find((known) => known === given);
  if (given !== undefined && !status) throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`);
  return status ?? null;
}

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

async function passwordOption(context: CommandContext): Promise<string | undefined> {
  const given = textOption(context, 'password');
  if (given === undefined) return undefined;
  if (given.length < PASSWORD_MIN || given.length > FIELD.password)
    throw new UsageError(`--password must have ${PASSWORD_MIN} to ${FIELD.password} characters`);
  return hashPassword(given);
}

async function list(context: CommandContext): Promise<void> {
  const accounts = await listAccounts(context.deps.db.pool, statusOption(context));
  const rows = accounts.map((account) => [
    account.email,
    account.status,
    account.utype,
    account.puc ? 'yes' : 'no',
    account.credits,
    `${account.firstName} ${account.lastName}`,
    account.company,
    account.createdAt.toISOString().slice(0, 16),
  ]);
  for (const line of table(
    ['EMAIL', 'STATUS', 'UTYPE', 'PUC', 'CREDITS', 'NAME', 'COMPANY', 'SINCE (UTC)'],
    rows,
  ))
    context.print(line);
}

async function change(context: CommandContext, wanted: AccountChange): Promise<void> {
  const { db } = context.deps;
  const email = normalEmail(context.words[0] ?? '');
  const account = await changeAccount(db.pool, email, wanted);
  if (!account) throw new OperatorError(`there is no account ${email}`);
  // decision 15: whoever was logged in under the old password, or before the refusal, is no longer
  if (wanted.passwordHash !== undefined || wanted.status === 'rejected')
    await deleteSessionsOf(db.pool, account.id);
  context.print(
    `${account.email}: ${account.status}, utype ${account.utype}, puc ${account.puc ? 'yes' : 'no'}`,
  );
}

/** §4 Account: the audit. */
function audit(status: 'approved' | 'rejected'): Command['run'] {
  return (context) => change(context, { status });
}

async function set(context: CommandContext): Promise<void> {
  const [utype, puc, passwordHash] = [
    utypeOption(context),
    pucOption(context),
    await passwordOption(context),
  ];
  const credits = textOption(context, 'credits');
  const amount = credits === undefined ? 0 : wholeNumber(credits, '--credits', 1, 1_000_000_000);
  if (utype === undefined && puc === undefined && passwordHash === undefined && amount === 0)
    throw new UsageError('nothing to set: give --utype, --puc, --password or --credits');
  await change(context, {
    ...(utype === undefined ? {} : { utype }),
    ...(puc === undefined ? {} : { puc }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  });
  if (amount === 0) return;
  const { db, clock } = context.deps;
  const account = await changeAccount(db.pool, context.words[0] ?? '', {});
  if (!account) return;
  await db.transaction((client) => grantCredits(client, account.id, amount, clock.now()));
  context.print(`${account.email}: ${amount} credits added, ${account.credits + amount} in all`);
}

async function add(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const email = normalEmail(context.words[0] ?? '');
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > FIELD.email) throw new UsageError('Invalid e-mail.');
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
  if (!account) throw new OperatorError(`there is an account ${email} already`);
  context.print(
    `${account.email}: approved, utype ${account.utype}${made === null ? '' : `, password ${made}`}`,
  );
}

const RIGHTS = {
  utype: { type: 'string', meaning: 'role, 1 to 99 (1, 2 and from 6 on differ)' },
  puc: { type: 'string', meaning: 'yes or no: may see payment records' },
  password: { type: 'string', meaning: 'a password; ends the sessions of the account' },
} as const;

/** `operator accounts …` (decision 11). */
export const accountCommands: readonly Command[] = [
  {
    name: 'accounts list',
    usage: '',
    meaning: 'All accounts, oldest first',
    words: 0,
    options: { status: { type: 'string', meaning: `only those that are ${STATUSES.join(', ')}` } },
    run: list,
  },
  {
    name: 'accounts approve',
    usage: 'EMAIL',
    meaning: 'The audit is passed: the account may log in',
    words: 1,
    options: {},
    run: audit('approved'),
  },
  {
    name: 'accounts reject',
    usage: 'EMAIL',
    meaning: 'The audit is not passed; ends the sessions of the account',
    words: 1,
    options: {},
    run: audit('rejected'),
  },
  {
    name: 'accounts set',
    usage: 'EMAIL',
    meaning: 'Changes an account',
    words: 1,
    options: { ...RIGHTS, credits: { type: 'string', meaning: 'credits to add to the balance' } },
    run: set,
  },
  {
    name: 'accounts add',
    usage: 'EMAIL',
    meaning: 'Makes an approved account; prints a random password unless one is given',
    words: 1,
    options: {
      ...RIGHTS,
      'first-name': { type: 'string', meaning: 'first name' },
      'last-name': { type: 'string', meaning: 'last name' },
      company: { type: 'string', meaning: 'company' },
    },
    run: add,
  },
];
