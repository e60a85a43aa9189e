type Cell = string | number | null;

/** A field of RFC 4180. Text that a spreadsheet would take for a formula begins with an apostrophe. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const text =
    typeof cell === 'number' ? String(Math.round(cell * 100) / 100) : cell.replace(/^[=+\-@]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A column: its head, with the unit, and what a row has there. */
export type CsvColumn<Row> = readonly [head: string, cell: (row: Row) => Cell];

/** Rows as CSV (RFC 4180) with a head; unknown values are empty, figures have two decimals at most. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

/** An instant as 2026-11-14T03:18:00Z; null if it isn't known. */
export function utcCell(instant: Date | string | null): string | null {
  const time = instant === null ? Number.NaN : new Date(instant).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace(/\.\d+/, '');
}
