import type { SnapshotFrom } from 'xstate';
import type { DailyUsage } from '../../../contract/accounts.ts';
import type { accountMachine } from './account.machine.ts';

type Account = SnapshotFrom<typeof accountMachine>;

/** Integer credits; null until first loaded. */
export const creditsBalance = (account: Account): number | null => account.context.credits;
export const isLoadingCredits = (account: Account): boolean => account.hasTag('balance busy');
export const hasCreditsFailed = (account: Account): boolean => account.hasTag('balance failed');
/** Credits spent per UTC day of the last 14, oldest first; null until first loaded. */
export const dailyUsageOf = (account: Account): DailyUsage | null => account.context.usage;
export const hasUsageFailed = (account: Account): boolean => account.hasTag('usage failed');
/** §2: the payment-record button is shown only if the user has the puc flag. */
export const maySeePayRecords = (account: Account): boolean => account.context.puc;
