import { isCursor, type Cursor, type SortKey } from '../queries/keyset.ts';
import type { ItemPage, ItemQuery } from '../queries/items.ts';
import { invalid } from './stacError.ts';

/** Where a page begins. The caller hands it back unread; a forged one can only show the caller other pages. */
export interface PageToken {
  from: NonNullable<ItemQuery['from']>;
  counted: ItemQuery['counted'];
}

/** The token of the page after or before one; null if it is empty. */
export function tokenOf(page: ItemPage, way: 'next' | 'prev'): string | null {
  const cursor = way === 'next' ? page.last : page.first;
  if (cursor === null) return null;
  const counted = page.matched === null ? [] : [page.matched, page.state];
  return Buffer.from(JSON.stringify([way, cursor, ...counted])).toString('base64url');
}

/** Reads a token. @throws StacError 400 if it is not one of a search with this sort */
export function readToken(text: string, sort: readonly SortKey[]): PageToken {
  const wrong = invalid('token is not one of this search');
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw wrong;
  }
  if (!Array.isArray(read)) throw wrong;
  const [way, cursor, matched, state] = read as unknown[];
  const isWay = way === 'next' || way === 'prev';
  if (!isWay || !Array.isArray(cursor) || !isCursor(sort, cursor)) throw wrong;
  if (cursor.some((value) => typeof value === 'string' && value.includes('\0'))) throw wrong;
  const isCounted = Number.isSafeInteger(matched) && typeof state === 'string';
  return {
    from: { cursor: cursor as Cursor, way },
    counted: isCounted ? { matched: matched as number, state } : null,
  };
}
