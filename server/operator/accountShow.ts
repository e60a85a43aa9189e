import { listAccounts, listedAccount } from '../db/accounts/accounts.ts';
import type { AccountStatus, ListedAccount } from '../db/accounts/accounts.ts';
import { countSessionsOf } from '../db/accounts/sessions.ts';
import { counted, noAccount, table, textOption, UsageError } from './command.ts';
import type { CommandContext } from './command.ts';

export const STATUSES: readonly AccountStatus[] = ['awaiting', 'approved', 'rejected'];

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

/** §4 Account: accounts awaiting audit come first, with the details that the audit needs. */
export async function list(context: CommandContext): Promise<void> {
  const status = statusOption(context);
  const accounts = await listAccounts(context.deps.db.pool, status);
  const headings = ['EMAIL', 'STATUS', 'TYPE', 'NAME', 'COMPANY', 'INDUSTRY', 'NATURE', 'INVITATION'];
  const rights = ['UTYPE', 'PUC', 'CREDITS', 'CREATED (UTC)'];
  const rows = accounts.map((account) => [
    account.email,
    account.status,
    typeOf(account),
    `${account.firstName} ${account.lastName}`,
    account.company,
    account.industry,
    account.nature,
    account.salesRepCode ?? '',
    account.utype,
    account.puc ? 'yes' : 'no',
    account.credits,
    account.createdAt.toISOString().slice(0, 16),
  ]);
  for (const line of table([...headings, ...rights], rows)) context.print(line);
  if (status === null || status === 'awaiting')
    context.print(
      `${counted(accounts.filter((account) => account.status === 'awaiting').length, 'account')} awaiting review`,
    );
}

export async function show(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const email = context.words[0] ?? '';
  const account = await listedAccount(db.pool, email);
  if (!account) throw noAccount(email);
  const sessions = await countSessionsOf(db.pool, account.id, clock.now());
  const facts: [string, string | number][] = [
    ['email', account.email],
    ['status', account.status],
    ['name', `${account.firstName} ${account.lastName}`],
    ['type', typeOf(account)],
    ['company', account.company],
    ['industry', account.industry],
    ['nature', account.nature],
    ['invitation', account.salesRepCode ?? ''],
    ['utype', account.utype],
    ['puc', account.puc ? 'yes' : 'no'],
    ['credits', account.credits],
    ['language', account.language],
    ['password', account.newPasswordDue ? 'one-time, sent by email' : 'set by its owner'],
    ['sessions', sessions],
    ['created', account.createdAt.toISOString()],
  ];
  for (const [name, value] of facts) context.print(`${name.padEnd(10)} ${value}`.trimEnd());
}
