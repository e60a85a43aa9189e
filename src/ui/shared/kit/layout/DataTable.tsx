import type { ReactNode } from 'react';
import './lists.css';

interface DataTableProps {
  /** Describes the table for screen readers. */
  caption: string;
  columns: readonly { label: string; /** Aligns the column to its end, for figures. */ end?: boolean }[];
  /** The first cell is the row header. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  busy?: boolean | undefined;
}

/** A small table of facts: rows of 32 px, figures at the right. */
export function DataTable({ caption, columns, rows, busy }: DataTableProps) {
  const endOf = (place: number) => columns[place]?.end || undefined;
  return (
    <table className="gt-table gt-wide gt-body" aria-busy={busy}>
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
