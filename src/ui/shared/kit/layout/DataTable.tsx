import type { ReactNode } from 'react';
import './DataTable.css';

interface DataTableProps {
  /** What the table holds, for those who hear it. */
  caption: string;
  columns: readonly { label: string; /** Figures stand at the end of their column. */ end?: boolean }[];
  /** The first cell names its row. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  busy?: boolean | undefined;
}

/** A small table of facts: 32 a row, figures at the right. */
export function DataTable({ caption, columns, rows, busy }: DataTableProps) {
  const endOf = (place: number) => columns[place]?.end || undefined;
  return (
    <table className="gt-table" aria-busy={busy}>
      <caption className="gt-visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th key={column.label} scope="col" data-end={endOf(place)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row" data-end={endOf(0)}>
              {name}
            </th>
            {values.map((value, place) => (
              <td key={columns[place + 1]?.label} data-end={endOf(place + 1)}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
