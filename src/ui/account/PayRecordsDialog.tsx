import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { payRecordsMachine } from '../../machines/account/payRecords.machine.ts';
import {
  isLoadingPayRecords,
  payRecordsFailure,
  payRecordsPage,
  payRecordsPageCount,
  payRecordsTotal,
  shownPayRecords,
} from '../../machines/account/payRecords.selectors.ts';
import { formatMoney } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { DataTable } from '../shared/kit/layout/DataTable.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { ListPager } from '../shared/ListPager.tsx';

type Records = ActorRefFrom<typeof payRecordsMachine>;

/** §2: the payment records, ten a page. The height stays that of a full page, so that nothing moves. */
export function PayRecordsDialog({ records }: { records: Records }) {
  const t = useT();
  const total = useSelector(records, payRecordsTotal);
  return (
    <Dialog
      title={t('account.payRecords')}
      onClose={() => records.send({ type: 'dialog.closed' })}
      footer={total === 0 ? undefined : <Pages records={records} />}
    >
      <div className="gt-pay-records" data-bare={total === 0 || undefined}>
        <Page records={records} />
      </div>
    </Dialog>
  );
}

/** The rows of a page, or its failed, loading or empty state. */
function Page({ records }: { records: Records }) {
  const t = useT();
  const list = useSelector(records, shownPayRecords);
  const isLoading = useSelector(records, isLoadingPayRecords);
  const failure = useSelector(records, payRecordsFailure);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        text={t('account.unaffected')}
        onRetry={() => records.send({ type: 'reload.requested' })}
      />
    );
  if (list.length === 0)
    return isLoading ? (
      <Loading label={t('account.payRecordsLoading')} rows={4} rowHeight={52} />
    ) : (
      <EmptyState
        drawing="list"
        title={t('account.payRecordsEmpty')}
        text={t('account.payRecordsEmptyText')}
      />
    );
  return (
    <DataTable
      caption={t('account.payRecords')}
      columns={[{ label: t('account.orderNum') }, { label: t('account.cost'), end: true }]}
      rows={list.map(({ id, orderNum, cost }) => ({ key: id, cells: [orderNum, formatMoney(cost)] }))}
      busy={isLoading}
    />
  );
}

/** §7 Pagination: '1–10 of 27' and the page buttons. */
function Pages({ records }: { records: Records }) {
  const page = useSelector(records, payRecordsPage);
  const total = useSelector(records, payRecordsTotal);
  const pageCount = useSelector(records, payRecordsPageCount);
  return (
    <ListPager
      page={page}
      pageCount={pageCount}
      total={total}
      range="orders.range"
      onPage={(next) => records.send({ type: 'page.chosen', page: next })}
    />
  );
}
