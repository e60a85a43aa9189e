import { GeometryError } from '../../geometryError.ts';
import { DEPTH_MAX } from '../limits.ts';

/** Called for each part of an XML text, in order. Names have no prefixes; places are indexes in the text. */
export interface XmlListener {
  opened(name: string, start: number): void;
  closed(name: string, end: number): void;
  /** Text, with the references decoded that need no document type; may come in several pieces. */
  hasText(text: string): void;
}

const NAME = /[^\s<>/=?!"'&]+/y;
const ATTRIBUTE = /\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const TAG_END = /\s*(\/?)>/y;

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML 1.0 §4.1, §4.6: character references and the five entities that need no declaration; others stay as written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function unreadable(): GeometryError {
  return new GeometryError('unreadable');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Scans an XML text without building it: the only memory is the stack of open elements. Elements must nest,
 * under one root. A document type is refused: its entities could expand endlessly.
 * @throws GeometryError unreadable, doctype, tooDeep, and what the listener throws
 */
export function scanXml(text: string, listener: XmlListener): void {
  const open: string[] = [];
  let at = 0;
  let roots = 0;
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const skipTo = (end: string): string => {
    const found = text.indexOf(end, at);
    if (found < 0) throw unreadable();
    const skipped = text.slice(at, found);
    at = found + end.length;
    return skipped;
  };
  const tag = (start: number): void => {
    const name = matched(NAME)?.[0];
    if (name === undefined || (open.length === 0 && ++roots > 1)) throw unreadable();
    while (matched(ATTRIBUTE) !== null);
    const end = matched(TAG_END);
    if (end === null) throw unreadable();
    if (open.length >= DEPTH_MAX) throw new GeometryError('tooDeep', { max: DEPTH_MAX });
    listener.opened(localName(name), start);
    if (end[1] === '/') listener.closed(localName(name), at);
    else open.push(name);
  };
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (open.length > 0) listener.hasText(decoded(between));
    else if (between.trim() !== '') throw unreadable();
    if (next < 0) break;
    at = next + 1;
    if (text.startsWith('!--', at)) skipTo('-->');
    else if (text.startsWith('![CDATA[', at) && open.length > 0) {
      at += '![CDATA['.length;
      listener.hasText(skipTo(']]>'));
    } else if (text.startsWith('!', at)) throw new GeometryError('doctype');
    else if (text.startsWith('?', at)) skipTo('?>');
    else if (text.startsWith('/', at)) {
      const name = open.pop();
      if (name === undefined || skipTo('>').trimEnd() !== `/${name}`) throw unreadable();
      listener.closed(localName(name), at);
    } else tag(next);
  }
  if (roots === 0 || open.length > 0) throw unreadable();
}
