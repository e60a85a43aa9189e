export type Cell = string | number | null;

/** A field of RFC 4180. Text that a spreadsheet would take for a formula begins with an apostrophe. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const text =
    typeof cell === 'number' ? String(Math.round(cell * 100) / 100) : cell.replace(/^[=+\-@]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines as CSV (RFC 4180); unknown values are empty, figures have two decimals at most. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}
