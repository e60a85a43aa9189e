import { unbalancedAccounts } from '../exports/imageryExports.queries.ts';
import { counted, OperatorError, table, type Command, type CommandContext } from './command.ts';

/** Decision 26: the ledger always sums to the balance. */
async function verify(context: CommandContext): Promise<void> {
  const wrong = await unbalancedAccounts(context.deps.db.pool);
  if (wrong.length === 0) {
    context.print('Every balance matches the sum of its entries.');
    return;
  }
  const rows = wrong.map(({ email, credits, booked }) => [email, credits, booked]);
  for (const line of table(['ACCOUNT', 'BALANCE', 'SUM OF ENTRIES'], rows)) context.print(line);
  throw new OperatorError(
    `${counted(wrong.length, 'balance does', 'balances do')} not match the sum of the entries`,
  );
}

export const ledgerCommands: readonly Command[] = [
  {
    name: 'ledger verify',
    meaning: 'Checks that every credits balance matches the sum of its entries',
    run: verify,
  },
];
