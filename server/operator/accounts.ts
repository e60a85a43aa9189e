import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { isEmail } from '../../contract/accounts.ts';
import { FIELD } from '../../contract/limits.ts';
import {
  accountAddress,
  allAddresses,
  listAccounts,
  listedAccount,
  type AccountStatus,
  type ListedAccount,
  auditAccount,
  changeAccount,
  insertAccount,
  type Account,
  grantCredits,
} from '../accounts/accounts.queries.ts';
import { addressDoubts } from '../accounts/lookAlikes.rules.ts';
import { hashPassword, passwordProblem } from '../accounts/passwords.rules.ts';
import { countSessionsOf, deleteSessionsOf } from '../accounts/sessions.queries.ts';
import { message } from '../base/messages.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import {
  type Command,
  counted,
  noAccount,
  table,
  textOption,
  UsageError,
  type CommandContext,
  OperatorError,
  wholeNumber,
} from './command.ts';

const STATUSES: readonly AccountStatus[] = ['awaiting', 'approved', 'rejected'];

function statusOption(context: CommandContext): AccountStatus | null {
  const given = textOption(context, 'status');
  const status = STATUSES.find((known) => known === given);
  if (given !== undefined && !status) throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`);
  return status ?? null;
}

/** §3 regType as text. */
function typeOf({ regType }: ListedAccount): string {
  return regType === 1 ? 'individual' : 'organization';
}

const nameOf = ({ firstName, lastName }: Account): string => `${firstName} ${lastName}`;
const pucOf = ({ puc }: Account): string => (puc ? 'yes' : 'no');

/** §4 Account: accounts awaiting audit come first, with the details that the audit needs. */
async function list(context: CommandContext): Promise<void> {
  const status = statusOption(context);
  const { pool } = context.deps.db;
  const accounts = await listAccounts(pool, status);
  const doubts = addressDoubts(await allAddresses(pool));
  const columns: readonly [heading: string, cellOf: (account: ListedAccount) => string | number][] = [
    ['EMAIL', ({ email }) => email],
    ['DOUBTS', ({ email }) => doubts.get(email) ?? ''],
    ['STATUS', (account) => account.status],
    ['TYPE', typeOf],
    ['NAME', nameOf],
    ['COMPANY', ({ company }) => company],
    ['INDUSTRY', ({ industry }) => industry],
    ['NATURE', ({ nature }) => nature],
    ['INVITATION', ({ salesRepCode }) => salesRepCode ?? ''],
    ['UTYPE', ({ utype }) => utype],
    ['PUC', pucOf],
    ['CREDITS', ({ credits }) => credits],
    ['CREATED (UTC)', ({ createdAt }) => createdAt.toISOString().slice(0, 16)],
  ];
  const headings = columns.map(([heading]) => heading);
  const rows = accounts.map((account) => columns.map(([, cellOf]) => cellOf(account)));
  for (const line of table(headings, rows)) context.print(line);
  if (status === null || status === 'awaiting')
    context.print(
      `${counted(accounts.filter((account) => account.status === 'awaiting').length, 'account')} awaiting review`,
    );
}

/** Names every account whose address is another one's, or may be taken for it. */
async function check({ deps: { db }, print }: CommandContext): Promise<void> {
  const doubts = addressDoubts(await allAddresses(db.pool));
  for (const line of table(['EMAIL', 'DOUBTS'], [...doubts])) print(line);
  if (doubts.size > 0) throw new OperatorError(`${counted(doubts.size, 'address', 'addresses')} to look at`);
}

async function show(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const email = await accountAddress(db.pool, context.words[0] ?? '');
  const account = await listedAccount(db.pool, email);
  if (!account) throw noAccount(email);
  const sessions = await countSessionsOf(db.pool, account.id, clock.now());
  const facts: [string, string | number][] = [
    ['email', account.email],
    ['status', account.status],
    ['name', nameOf(account)],
    ['type', typeOf(account)],
    ['company', account.company],
    ['industry', account.industry],
    ['nature', account.nature],
    ['invitation', account.salesRepCode ?? ''],
    ['utype', account.utype],
    ['puc', pucOf(account)],
    ['credits', account.credits],
    ['language', account.language],
    ['password', account.newPasswordDue ? 'one-time, sent by email' : 'set by its owner'],
    ['sessions', sessions],
    ['created', account.createdAt.toISOString()],
  ];
  for (const [name, value] of facts) context.print(`${name.padEnd(10)} ${value}`.trimEnd());
}

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
  return `${account.email}: ${account.status}, utype ${account.utype}, puc ${pucOf(account)}`;
}

/** §4 Account: the audit. A rejected account is logged out; the outcome is emailed in its language. */
function audit(status: 'approved' | 'rejected'): Command['run'] {
  return async ({ deps: { db, clock }, words, print }) => {
    const email = await accountAddress(db.pool, words[0] ?? '');
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
async function set(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const email = await accountAddress(db.pool, context.words[0] ?? '');
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
async function add(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const typed = context.words[0] ?? '';
  if (!isEmail(typed) || typed.length > FIELD.email) throw new UsageError('Invalid e-mail.');
  const email = await accountAddress(db.pool, typed);
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

const RIGHTS = {
  utype: { type: 'string', meaning: 'role, 1 to 99 (1, 2 and from 6 on differ)' },
  puc: { type: 'string', meaning: 'yes or no: may see payment records' },
  password: { type: 'string', meaning: 'a password' },
} as const;

const CHANGES = {
  ...RIGHTS,
  password: {
    type: 'string',
    meaning: 'a password; ends the sessions of the account, and an email says so',
  },
  credits: { type: 'string', meaning: 'credits to add to the balance; a negative number removes' },
} as const;

/** `operator accounts …` (decision 11). */
export const accountCommands: readonly Command[] = [
  {
    name: 'accounts list',
    meaning: 'Lists accounts, pending ones first, oldest first',
    options: { status: { type: 'string', meaning: `only those that are ${STATUSES.join(', ')}` } },
    run: list,
  },
  {
    name: 'accounts show',
    usage: 'EMAIL',
    meaning: 'Shows one account',
    run: show,
  },
  {
    name: 'accounts check',
    meaning: "Lists addresses that are another account's or look like it; ends with 1 if there are any",
    run: check,
  },
  {
    name: 'accounts approve',
    usage: 'EMAIL',
    meaning: 'Approves an account: it can log in, and an email says so',
    run: audit('approved'),
  },
  {
    name: 'accounts reject',
    usage: 'EMAIL',
    meaning: 'Rejects an account, ends its sessions and sends an email',
    run: audit('rejected'),
  },
  {
    name: 'accounts set',
    usage: 'EMAIL',
    meaning: 'Changes an account',
    options: CHANGES,
    run: set,
  },
  {
    name: 'accounts add',
    usage: 'EMAIL',
    meaning: 'Creates an approved account; prints a random password unless one is given',
    options: {
      ...RIGHTS,
      'first-name': { type: 'string', meaning: 'first name' },
      'last-name': { type: 'string', meaning: 'last name' },
      company: { type: 'string', meaning: 'company' },
    },
    run: add,
  },
];
