/** A column of a shapefile's table. */
export interface DbfField {
  /** 1 to 10 characters of A–Z, 0–9 and _, a letter first. */
  name: string;
  /** C text, N number, D day. */
  type: 'C' | 'N' | 'D';
  /** N: minimum decimals, so that whole values keep a column of fractions; 0 if absent. */
  decimals?: number;
}

/** C and D take texts (D: YYYY-MM-DD…), N numbers; null leaves the cell blank. */
export type DbfValue = string | number | null;

/** dBASE III: longest text, bytes. */
const TEXT_BYTES_MAX = 254;
const DECIMALS_MAX = 9;
const NAME = /^[A-Z][A-Z0-9_]{0,9}$/;
const FIELD_BYTES = 32;
const SPACE = 0x20;
const encoder = new TextEncoder();

/** UTF-8 of a text, cut before the first character that doesn't fit. */
function textBytes(text: string): Uint8Array {
  const room = new Uint8Array(TEXT_BYTES_MAX);
  return room.subarray(0, encoder.encodeInto(text, room).written);
}

/** The decimals of a number, 0 to 9. */
function decimalsOf(value: number): number {
  const text = value.toFixed(DECIMALS_MAX).replace(/0+$/, '');
  return text.length - text.indexOf('.') - 1;
}

/** The cells of a column as bytes, and the number of decimals of its numbers. */
function columnOf(field: DbfField, values: readonly DbfValue[]): { cells: Uint8Array[]; decimals: number } {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value));
  const decimals =
    field.type === 'N'
      ? Math.max(field.decimals ?? 0, ...numbers.map((value) => decimalsOf(value as number)))
      : 0;
  const cells = values.map((value) => {
    if (value === null) return new Uint8Array();
    if (field.type === 'C') return textBytes(String(value));
    if (field.type === 'D') return encoder.encode(String(value).slice(0, 10).replaceAll('-', ''));
    return Number.isFinite(value) ? encoder.encode((value as number).toFixed(decimals)) : new Uint8Array();
  });
  return { cells, decimals };
}

function widthOf(field: DbfField, decimals: number, cells: readonly Uint8Array[]): number {
  if (field.type === 'D') return 8;
  const least = field.type === 'N' && decimals > 0 ? decimals + 2 : 1;
  return cells.reduce((width, cell) => Math.max(width, cell.length), least);
}

function checkFields(fields: readonly DbfField[]): void {
  const odd = fields.find(({ name }) => !NAME.test(name));
  if (odd) throw new RangeError(`not a field name of dBASE: ${odd.name}`);
  if (new Set(fields.map(({ name }) => name)).size !== fields.length)
    throw new RangeError('two fields have the same name');
}

/**
 * A dBASE III table, in UTF-8 (see the .cpg); texts are cut at 254 bytes, numbers rounded to 9 decimals.
 * @param rows one value for each field
 * @param day YYYY-MM-DD, when the table was written
 * @throws RangeError if field names are invalid or not unique
 */
export function writeDbf(
  fields: readonly DbfField[],
  rows: readonly (readonly DbfValue[])[],
  day: string,
): Uint8Array {
  checkFields(fields);
  const columns = fields.map((field, place) => {
    const { cells, decimals } = columnOf(
      field,
      rows.map((row) => row[place] ?? null),
    );
    return { field, cells, decimals, width: widthOf(field, decimals, cells) };
  });
  const headerBytes = 32 + FIELD_BYTES * fields.length + 1;
  const rowBytes = columns.reduce((sum, column) => sum + column.width, 1);
  const bytes = new Uint8Array(headerBytes + rowBytes * rows.length + 1).fill(SPACE, headerBytes);
  const view = new DataView(bytes.buffer);
  const [year = 1900, month = 1, date = 1] = day.split('-').map(Number);
  bytes.set([3, year - 1900, month, date]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, headerBytes, true);
  view.setUint16(10, rowBytes, true);
  let place = 1;
  columns.forEach(({ field, cells, decimals, width }, index) => {
    const at = 32 + FIELD_BYTES * index;
    bytes.set(encoder.encode(field.name), at);
    bytes.set([field.type.charCodeAt(0)], at + 11);
    bytes.set([width, decimals], at + 16);
    cells.forEach((cell, row) => {
      // numbers are right-aligned, texts left-aligned
      const indent = field.type === 'N' ? width - cell.length : 0;
      bytes.set(cell, headerBytes + row * rowBytes + place + indent);
    });
    place += width;
  });
  bytes[headerBytes - 1] = 0x0d;
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
