import type { SnapshotFrom } from 'xstate';
import type { PayRecord } from '../../../contract/accounts.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { payRecordsMachine } from './payRecords.machine.ts';
import { pageCountOf } from '../shared/pages.rules.ts';

type PayRecords = SnapshotFrom<typeof payRecordsMachine>;

export const shownPayRecords = (records: PayRecords): PayRecord[] => records.context.list;
export const payRecordsTotal = (records: PayRecords): number => records.context.total;
export const payRecordsPage = (records: PayRecords): number => records.context.page;
export const payRecordsPageCount = (records: PayRecords): number => pageCountOf(records.context.total);
export const isLoadingPayRecords = (records: PayRecords): boolean => records.hasTag('busy');
/** Why they can't be shown; null while they can. */
export const payRecordsFailure = (records: PayRecords): NoticeText | null =>
  records.matches('failed') ? records.context.refusal : null;
