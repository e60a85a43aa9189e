/** A field of a TIFF directory. */
export interface Entry {
  tag: number;
  type: 'ascii' | 'short' | 'long' | 'double';
  values: readonly number[];
}
/** Widths in bytes of a directory's fields; `long` is the type and the width of file positions. */
export interface Flavour {
  count: number;
  entry: number;
  value: number;
  align: number;
  long: readonly [type: number, bytes: number];
}
export const CLASSIC: Flavour = { count: 2, entry: 12, value: 4, align: 2, long: [4, 4] };
export const BIG: Flavour = { count: 8, entry: 20, value: 8, align: 8, long: [16, 8] };

export const short = (tag: number, ...values: number[]): Entry => ({ tag, type: 'short', values });
export const long = (tag: number, values: readonly number[]): Entry => ({ tag, type: 'long', values });
export const double = (tag: number, ...values: number[]): Entry => ({ tag, type: 'double', values });
export const ascii = (tag: number, text: string): Entry => ({
  tag,
  type: 'ascii',
  values: [...new TextEncoder().encode(`${text}\0`)],
});
export const padded = (bytes: number, align: number): number => Math.ceil(bytes / align) * align;

export function writeInteger(view: DataView, at: number, bytes: number, value: number): void {
  if (bytes === 1) view.setUint8(at, value);
  else if (bytes === 2) view.setUint16(at, value, true);
  else if (bytes === 4) view.setUint32(at, value, true);
  else view.setBigUint64(at, BigInt(value), true);
}

const typeOf = ({ type }: Entry, { long: position }: Flavour): readonly [type: number, bytes: number] =>
  ({ ascii: [2, 1], short: [3, 2], long: position, double: [12, 8] } as const)[type];

/**
 * A directory at the given position, followed by the values that don't fit its entries.
 * @param next position of the next directory; 0 for the last one
 */
export function directoryBytes(
  entries: readonly Entry[],
  flavour: Flavour,
  at: number,
  next = 0,
): Uint8Array<ArrayBuffer> {
  const { count, entry: step, value, align } = flavour;
  const sizeOf = (entry: Entry): number => entry.values.length * typeOf(entry, flavour)[1];
  const head = count + entries.length * step + value;
  const outside = entries.map(sizeOf).filter((size) => size > value);
  const bytes = new Uint8Array(outside.reduce((sum, size) => sum + padded(size, align), head));
  const view = new DataView(bytes.buffer);
  writeInteger(view, 0, count, entries.length);
  writeInteger(view, count + entries.length * step, value, next);
  let free = head;
  entries.forEach((entry, index) => {
    const start = count + index * step;
    const [type, width] = typeOf(entry, flavour);
    writeInteger(view, start, 2, entry.tag);
    writeInteger(view, start + 2, 2, type);
    writeInteger(view, start + 4, value, entry.values.length);
    let to = start + 4 + value;
    if (sizeOf(entry) > value) {
      writeInteger(view, to, value, at + free);
      to = free;
      free += padded(sizeOf(entry), align);
    }
    entry.values.forEach((one, n) => {
      if (entry.type === 'double') view.setFloat64(to + n * width, one, true);
      else writeInteger(view, to + n * width, width, one);
    });
  });
  return bytes;
}
