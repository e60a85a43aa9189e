import { GeometryError } from '../geometryError.ts';
import { QUOTED_MAX } from './limits.ts';

/** The encoding by the first bytes: a byte order mark, or the zeros of ASCII in UTF-16; null if unknown. */
function markedEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) throw new GeometryError('unreadable');
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a !== undefined && a !== 0 && b === 0) return 'utf-16le';
  if (a === 0 && b !== undefined && b !== 0) return 'utf-16be';
  return null;
}

/** The encoding of an XML declaration in an 8-bit encoding; null if there is none. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? null;
}

function decoded(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The text of a file, decoded by its byte order mark, else by its XML declaration, else as UTF-8, and if that
 * is invalid as GB 18030 or Windows-1252. Geometry is ASCII in all of these; wrong names are harmless.
 * @throws GeometryError empty, unreadable
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new GeometryError('empty');
  const marked = markedEncoding(bytes);
  if (marked !== null) {
    const text = decoded(bytes, marked, false);
    if (text === null) throw new GeometryError('unreadable');
    return text;
  }
  const declared = declaredEncoding(bytes);
  // an 8-bit text can't be UTF-16, even if it declares that
  const named = declared === null || /^(?:utf-?8|utf-?16|ucs)/i.test(declared) ? null : declared;
  return (
    (named === null ? null : decoded(bytes, named, true)) ??
    decoded(bytes, 'utf-8', true) ??
    decoded(bytes, 'gb18030', true) ??
    decoded(bytes, 'windows-1252', false) ??
    ''
  );
}

/** A word from a file for a message: shortened, without control characters. */
export function quoted(word: string): string {
  const plain = word
    .slice(0, 4 * QUOTED_MAX)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return plain.length > QUOTED_MAX ? `${plain.slice(0, QUOTED_MAX)}…` : plain;
}
