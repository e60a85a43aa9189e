import type { SnapshotFrom } from 'xstate';
import type { PayRecord } from '../../../contract/accounts.ts';
import type { payRecordsMachine } from './payRecords.machine.ts';

type PayRecords = SnapshotFrom<typeof payRecordsMachine>;

export const shownPayRecords = (records: PayRecords): PayRecord[] => records.context.list;
