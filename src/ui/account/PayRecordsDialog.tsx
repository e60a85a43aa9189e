import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { payRecordsMachine } from '../../machines/account/payRecords.machine.ts';
import { shownPayRecords } from '../../machines/account/payRecords.selectors.ts';
import { listTotal } from '../../machines/shared/pages.rules.ts';
import { formatMoney } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { DataTable } from '../shared/kit/layout/DataTable.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { ListOrState } from '../shared/list/ListOrState.tsx';
import { ListPager } from '../shared/list/ListPager.tsx';

type Records = ActorRefFrom<typeof payRecordsMachine>;

/** §2: the payment records, ten a page. The height stays that of a full page, so that nothing moves. */
export function PayRecordsDialog({ records }: { records: Records }) {
  const t = useT();
  const total = useSelector(records, listTotal);
  return (
    <Dialog
      title={t('account.payRecords')}
      onClose={() => records.send({ type: 'dialog.closed' })}
      footer={total === 0 ? undefined : <ListPager list={records} total={total} stays />}
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
  return (
    <ListOrState
      list={records}
      isEmpty={list.length === 0}
      unaffected={t('account.unaffected')}
      loading={<Loading label={t('account.payRecordsLoading')} rows={4} rowHeight={52} />}
      empty={
        <EmptyState
          drawing="list"
          title={t('account.payRecordsEmpty')}
          text={t('account.payRecordsEmptyText')}
        />
      }
    >
      {(isLoading) => (
        <DataTable
          caption={t('account.payRecords')}
          columns={[{ label: t('account.orderNum') }, { label: t('account.cost'), end: true }]}
          rows={list.map(({ id, orderNum, cost }) => ({ key: id, cells: [orderNum, formatMoney(cost)] }))}
          busy={isLoading}
        />
      )}
    </ListOrState>
  );
}
