import { DataTable } from '../layout/DataTable.tsx';
import { Sparkline } from '../figures/sparkline/Sparkline.tsx';

/** Daily values, loading and loaded, and a small table. */
export function Figures() {
  const days = [120, 40, 0, 310, 80, 0, 200, 15, 450, 0, 90, 5, 260, 60];
  const message = (value: number) => `${value} credits`;
  const shared = { title: 'Daily usage', format: message, valueLabel: 'Credits' };
  return (
    <>
      <Sparkline
        {...shared}
        days={days.map((value, place) => ({ day: `2026-11-${String(place + 8).padStart(2, '0')}`, value }))}
        total="Last 14 days: 1,630 credits"
      />
      <Sparkline {...shared} days={null} total="" />
      <DataTable
        caption="Payment records"
        columns={[{ label: 'Order number' }, { label: 'Cost', end: true }]}
        rows={[
          { key: 1, cells: ['GT-20261120-0141', '$6,317.10'] },
          { key: 2, cells: ['GT-20261119-0138', '$420.00'] },
        ]}
      />
    </>
  );
}
