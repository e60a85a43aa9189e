import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Book, CreditMovement, PayRecord } from '../../../contract/accounts.ts';
import type { payRecordsMachine } from '../../machines/account/payRecords.machine.ts';
import { listTotal, pageCountOf } from '../../machines/shared/pages.rules.ts';
import { EmptyList } from '../shared/EmptyList.tsx';
import { ListOrState, ListPager } from '../shared/ListOrState.tsx';
import { useExtensions, usePortal } from '../shared/actors.tsx';
import { formatDate, formatMoney, formatMonthOfYear, formatNumber, UNKNOWN } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import './payRecords.css';

type Records = ActorRefFrom<typeof payRecordsMachine>;

/** §2, decision 38: payment records and changes of credits, ten a page, of a month or of all time. */
export function PayRecordsDialog({ records }: { records: Records }) {
  const t = useT();
  const total = useSelector(records, listTotal);
  return (
    <Dialog
      title={t('account.payRecords')}
      width={1080}
      bare
      onClose={() => records.send({ type: 'dialog.closed' })}
      footer={total > 0 ? <Sum records={records} /> : undefined}
    >
      <div className="gt-pay-records gt-stack" data-paged={pageCountOf(total) > 1 || undefined}>
        <Filter records={records} />
        <Page records={records} />
        <ListPager list={records} total={total} stays />
      </div>
    </Dialog>
  );
}

/** What is listed, of which month, and the same as a file. Absent for a back end without statements. */
function Filter({ records }: { records: Records }) {
  const t = useT();
  const book = useSelector(records, ({ context }) => context.book);
  const month = useSelector(records, ({ context }) => context.month);
  const months = useSelector(records, ({ context }) => context.months);
  const refusal = useSelector(records, ({ context }) => context.fileRefusal);
  const canSave = useSelector(records, (state) => state.matches({ loaded: 'idle' }));
  const hasCredits = useExtensions('creditMovements');
  const hasFiles = useExtensions('statement');
  if (!hasCredits && !hasFiles && months.length === 0) return null;
  const books: { value: Book; label: string }[] = [
    { value: 'orders', label: t('account.bookOrders') },
    { value: 'credits', label: t('account.bookCredits') },
  ];
  const shown = month !== null && !months.includes(month) ? [month, ...months] : months;
  return (
    <div className="gt-pay-records__filter gt-across gt-wrap gt-gap-8">
      {hasCredits && (
        <Segments
          label={t('account.book')}
          hideLabel
          value={book}
          options={books}
          onChange={(chosen) => records.send({ type: 'book.chosen', book: chosen })}
        />
      )}
      <Select
        label={t('account.month')}
        hideLabel
        value={month}
        options={shown.map((value) => ({ value, label: formatMonthOfYear(value) }))}
        placeholder={t('account.allTime')}
        clearable
        onChange={(chosen) => records.send({ type: 'month.chosen', month: chosen })}
      />
      {hasFiles && (
        <span className="gt-push gt-across gt-gap-8">
          {(['csv', 'pdf'] as const).map((format) => (
            <Button
              key={format}
              icon={<Download size={16} strokeWidth={1.75} />}
              closed={!canSave}
              onPress={() => records.send({ type: 'statement.requested', format })}
            >
              {t(`account.${format}`)}
            </Button>
          ))}
        </span>
      )}
      {refusal !== null && <Note tone="err">{messageText(t, refusal)}</Note>}
    </div>
  );
}

/** A column: its name in the styles, its label, and what a row has there; undefined where the back end says nothing of it. */
interface Column<Row> {
  name: string;
  label: string;
  cell: (row: Row) => ReactNode;
}

const hasReceipts = (rows: readonly PayRecord[]) => rows.some(({ receipt }) => receipt !== undefined);

export function recordColumns(
  t: Translate,
  rows: readonly PayRecord[],
  onOrder: ((orderNum: string) => void) | null,
): Column<PayRecord>[] {
  const has = (key: keyof PayRecord) => rows.some((row) => row[key] !== undefined);
  const linesText = ({ kind, lines }: PayRecord) => {
    if (lines === undefined) return UNKNOWN;
    return kind === 'tasking' ? t('account.area') : t('account.scenes', { count: lines });
  };
  const all: (Column<PayRecord> | false)[] = [
    has('at') && { name: 'date', label: t('account.date'), cell: ({ at }) => at && formatDate(at) },
    has('at') && { name: 'id', label: t('account.recordId'), cell: ({ id }) => id },
    {
      name: 'order',
      label: t('account.orderNum'),
      cell: ({ orderNum }) =>
        onOrder === null ? (
          <span className="gt-code">{orderNum}</span>
        ) : (
          <button className="gt-link gt-code" type="button" onClick={() => onOrder(orderNum)}>
            {orderNum}
          </button>
        ),
    },
    has('orderName') && {
      name: 'name',
      label: t('account.recordName'),
      cell: ({ orderName }) => orderName,
    },
    has('kind') && {
      name: 'kind',
      label: t('account.kind'),
      cell: ({ kind }) => kind && t(kind === 'archive' ? 'account.kindArchive' : 'account.kindTasking'),
    },
    has('lines') && { name: 'lines', label: t('account.lines'), cell: linesText },
    {
      name: 'cost',
      label: t('account.cost'),
      cell: ({ cost }) => (cost === null ? UNKNOWN : formatMoney(cost)),
    },
    hasReceipts(rows) && {
      name: 'receipt',
      label: '',
      cell: ({ receipt, orderNum }) =>
        receipt === undefined ? (
          ''
        ) : (
          <a
            className="gt-link"
            href={receipt}
            download
            aria-label={t('account.receiptOf', { order: orderNum })}
          >
            {t('account.receipt')}
          </a>
        ),
    },
  ];
  return all.filter((column) => column !== false);
}

/** '+140', '−140'. */
const changeText = (amount: number): string => `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;

export const movementColumns = (t: Translate): Column<CreditMovement>[] => [
  { name: 'date', label: t('account.date'), cell: ({ at }) => formatDate(at) },
  {
    name: 'name',
    label: t('account.reason'),
    cell: ({ reason, subject }) => (
      <>
        {t(`account.${reason}`)}
        {subject !== '' && <span className="gt-muted"> · {subject}</span>}
      </>
    ),
  },
  { name: 'lines', label: t('account.change'), cell: ({ amount }) => changeText(amount) },
  { name: 'cost', label: t('account.balanceAfter'), cell: ({ balance }) => formatNumber(balance) },
];

interface TableProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  book: Book;
  isBusy: boolean;
}

export function Table<Row extends { id: string | number }>({ rows, columns, book, isBusy }: TableProps<Row>) {
  const t = useT();
  return (
    <table className="gt-pay-records__table gt-wide gt-body" data-book={book} aria-busy={isBusy}>
      <caption className="gt-visually-hidden">{t('account.payRecords')}</caption>
      <thead>
        <tr>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" data-cell={name}>
              {label === '' ? <span className="gt-visually-hidden">{t('account.receipt')}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ name, cell }) => (
              <td key={name} data-cell={name}>
                {cell(row) ?? UNKNOWN}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rows of a page, or its failed, loading or empty state. */
function Page({ records }: { records: Records }) {
  const t = useT();
  const portal = usePortal();
  const book = useSelector(records, ({ context }) => context.book);
  const list = useSelector(records, ({ context }) => context.list);
  const movements = useSelector(records, ({ context }) => context.movements);
  const hasPage = useExtensions('orderDetails');
  const leave = () => records.send({ type: 'dialog.closed' });
  const openOrder = (orderNum: string) => {
    leave();
    portal.send({ type: 'order.requested', order: { orderNum } });
  };
  const goSearch = () => {
    leave();
    portal.send({ type: 'panel.requested', panel: 'search' });
  };
  const isOrders = book === 'orders';
  return (
    <ListOrState
      list={records}
      isEmpty={(isOrders ? list : movements).length === 0}
      unaffected={t('account.unaffected')}
      loading={<Loading label={t('account.payRecordsLoading')} rows={4} rowHeight={52} />}
      empty={
        <EmptyList
          words={isOrders ? 'account.payRecordsEmpty' : 'account.movementsEmpty'}
          step={t('orders.goSearch')}
          onStep={goSearch}
        />
      }
    >
      {(isBusy) =>
        isOrders ? (
          <Table
            rows={list}
            columns={recordColumns(t, list, hasPage ? openOrder : null)}
            book={book}
            isBusy={isBusy}
          />
        ) : (
          <Table rows={movements} columns={movementColumns(t)} book={book} isBusy={isBusy} />
        )
      }
    </ListOrState>
  );
}

/** How many records there are, and what they add up to. */
function Sum({ records }: { records: Records }) {
  const t = useT();
  const { book, month, total, sum, list } = useSelector(records, ({ context }) => context);
  const count =
    month === null
      ? t('account.records', { count: total })
      : t('account.recordsIn', { count: total, month: formatMonthOfYear(month) });
  return (
    <div
      className="gt-pay-records__sum gt-across gt-between gt-rest"
      data-beside={book === 'credits' || hasReceipts(list) || undefined}
    >
      <span className="gt-quiet">{count}</span>
      {sum !== null && (
        <span>
          <span className="gt-quiet">{t(book === 'orders' ? 'account.total' : 'account.change')}</span>
          <strong>{book === 'orders' ? formatMoney(sum) : changeText(sum)}</strong>
        </span>
      )}
    </div>
  );
}
