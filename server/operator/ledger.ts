import { unbalancedAccounts } from '../db/exports/imageryExports.ts';
import { OperatorError, table } from './command.ts';
import type { Command, CommandContext } from './command.ts';

/** Decision 26: the ledger always sums to the balance. */
async function verify(context: CommandContext): Promise<void> {
  const wrong = await unbalancedAccounts(context.deps.db.pool);
  if (wrong.length === 0) {
    context.print('Every balance is the sum of its entries.');
    return;
  }
  const rows = wrong.map(({ email, credits, booked }) => [email, credits, booked]);
  for (const line of table(['account', 'balance', 'sum of entries'], rows)) context.print(line);
  throw new OperatorError(`${wrong.length} balances are not the sum of their entries`);
}

/** `operator ledger …`. */
export const ledgerCommands: readonly Command[] = [
  {
    name: 'ledger verify',
    usage: '',
    meaning: "Whether every balance of credits is the sum of its ledger's entries",
    words: 0,
    options: {},
    run: verify,
  },
];
