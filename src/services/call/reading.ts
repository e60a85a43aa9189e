import type * as z from 'zod/mini';
import { UNKNOWN } from '../../../contract/calls/envelope.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { fitsExactly } from './quickCheck.ts';

/*
 * The specification leaves the types of most fields open, so back ends write one value in several ways. What is absent, null or
 * unreadable is unknown: null, never invented (docs/back-ends.md).
 */

/** A part of a reply before it is checked. */
export type Raw = Readonly<Record<string, unknown>>;

/** A value of a reply as an object; without fields if it is none. */
export function fieldsOf(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

/** A text that isn't empty; numbers are written out. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The name in a row. */
export const nameOf = (value: unknown): string => textOf(value) ?? UNKNOWN;

/** A number, also as a text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A flag as boolean, number or text. */
export function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : null;
}

/** One of some codes, in any case of letters. */
export function codeOf<Code extends string>(value: unknown, codes: readonly Code[]): Code | null {
  const text = textOf(value)?.trim().toUpperCase();
  return codes.find((code) => code.toUpperCase() === text) ?? null;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** YYYY-MM-DD stays a day; YYYY-MM-DD HH:mm:ss and ISO 8601 are an instant, in UTC if they name no zone (decision 30). */
export function instantOf(value: unknown): string | null {
  const [, day, time, zone] = (typeof value === 'string' && INSTANT.exec(value.trim())) || [];
  if (day === undefined) return null;
  const text = time === undefined ? day : `${day}T${time}${zone?.toUpperCase() ?? 'Z'}`;
  const at = new Date(text);
  // Date.parse reads 30 February as 2 March
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  return isDay && !Number.isNaN(at.getTime()) ? text : null;
}

/** Links as an array, as one text, or none. */
export function linksOf(value: unknown): string[] {
  const links: unknown[] = Array.isArray(value) ? value : [value];
  return links.filter((link): link is string => typeof link === 'string' && link.trim() !== '');
}

/** Without the fields that are undefined, as JSON has none. */
export function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

/** What a reply says in the shape of the contract, and how many rows of its list could not be read. */
export interface Readable {
  reply: unknown;
  leftOut: number;
}
/** Reads a reply of another back end. `isSliced`: it may be given a long list in parts, because it has no rule for it as a whole. */
export type Read = ((reply: Raw) => Readable) & { isSliced?: boolean };

/** A copy of a value without the field at a path. */
function without(value: unknown, [name, ...path]: readonly PropertyKey[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...value };
  if (path.length === 0) Reflect.deleteProperty(copy as object, name);
  else Reflect.set(copy as object, name, without(Reflect.get(value, name), path));
  return copy;
}

/**
 * A value that fits a schema, where need be without fields that hold something of a wrong kind; null if it has no such. `raw` is
 * the value as it came, without those fields.
 */
export function fitted<T>(schema: z.ZodMiniType<T>, value: unknown): { data: T; raw: unknown } | null {
  const whole = schema.safeParse(value);
  if (whole.success) return { data: whole.data, raw: value };
  const paths = whole.error.issues.map(({ path }) => path);
  for (let depth = Math.max(...paths.map(({ length }) => length)); depth > 0; depth -= 1) {
    const raw = paths.reduce((part, path) => without(part, path.slice(0, depth)), value);
    const rest = schema.safeParse(raw);
    if (rest.success) return { data: rest.data, raw };
  }
  return null;
}

/** The rows that can be read: one refused row never hides the others. A row that has the contract's shape stays itself. */
export function readRows<Row>(
  rows: unknown,
  schema: z.ZodMiniType<Row>,
  read: (row: Raw) => unknown,
): { list: unknown[]; leftOut: number } {
  if (!Array.isArray(rows)) return { list: [], leftOut: 0 };
  const list = rows.flatMap((row: unknown) => {
    if (fitsExactly(schema, row)) return [row];
    const found = fitted(schema, defined(read(fieldsOf(row))));
    return found === null ? [] : [found.raw];
  });
  return { list, leftOut: rows.length - list.length };
}

/** §7 "list": `data` is the list itself, or has it as `list` or `features`. Undefined for neither. */
export function listIn(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  const { list, features } = fieldsOf(data);
  if (Array.isArray(list)) return list;
  return Array.isArray(features) ? features : undefined;
}

/** Reads a reply whose `data` is a value. */
export const readValue =
  (read: (data: unknown) => unknown): Read =>
  (reply) => ({ reply: { ...reply, data: read(reply['data']) }, leftOut: 0 });

/** Reads a reply whose `data` is an object. */
export const readData = (read: (data: Raw) => unknown): Read =>
  readValue((data) => defined(read(fieldsOf(data))));

/** Reads a reply whose `data` is a list. */
export const readList =
  <Row>(schema: z.ZodMiniType<Row>, read: (row: Raw) => unknown): Read =>
  (reply) => {
    const rows = listIn(reply['data']);
    const { list, leftOut } = readRows(rows, schema, read);
    return { reply: { ...reply, data: rows && list }, leftOut };
  };

/** A page (§7: data.list, data.total). A list that names no total may go on if its page is full. */
function pageIn<Row>(
  page: number,
  data: unknown,
  schema: z.ZodMiniType<Row>,
  read: (row: Raw) => unknown,
): Readable {
  const rows = listIn(data);
  if (rows === undefined) return { reply: undefined, leftOut: 0 };
  const from = (page - 1) * PAGE_SIZE;
  // a list longer than a page was not cut into pages
  const isWhole = rows.length > PAGE_SIZE;
  const own = isWhole ? rows.slice(from, from + PAGE_SIZE) : rows;
  const { list, leftOut } = readRows(own, schema, read);
  const counted = isWhole ? rows.length : from + rows.length + (rows.length === PAGE_SIZE ? 1 : 0);
  return { reply: { list, total: numberOf(fieldsOf(data)['total']) ?? counted }, leftOut };
}

/** Reads a reply whose `data` is a page, from 1. */
export const readPage =
  <Row>(page: number, schema: z.ZodMiniType<Row>, read: (row: Raw) => unknown): Read =>
  (reply) => {
    const { reply: data, leftOut } = pageIn(page, reply['data'], schema, read);
    return { reply: { ...reply, data }, leftOut };
  };

/** Reads a reply that is a page itself (§7: no result wrapper), or has it as `data` as others do. */
export const readBarePage =
  <Row>(page: number, schema: z.ZodMiniType<Row>, read: (row: Raw) => unknown): Read =>
  (reply) =>
    pageIn(page, 'list' in reply ? reply : reply['data'], schema, read);
