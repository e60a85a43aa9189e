import * as z from 'zod/mini';
import { messageFields } from '../messages.ts';

/** §7: success is result equal to 1. */
export const SUCCESS = 1;

/** §7: every reply carries a result field, with optional message and data. */
export const envelope = { result: z.number(), ...messageFields };

/** The reply of a call without data. */
export const plainReply = z.object(envelope);

/**
 * The reply of a call with data. A refusal (`result` other than 1) may omit the data; the client checks that
 * a success has it.
 */
export function replyOf<T extends z.ZodMiniType>(data: T) {
  return z.object({ ...envelope, data: z.optional(data) });
}

/** The id of a stored thing, as its back end names it (§3 names no type): a number on our server. */
export const id = z.union([z.number(), z.string()]);
export type Id = z.infer<typeof id>;

/** The text of a value that is not known. */
export const UNKNOWN = '—';

/** The name in a row of a list, UNKNOWN where a back end has none. */
export const rowName = z.string().check(z.minLength(1));

/** A page of a list (§7: data.list, data.total). `total` counts the rows of the whole list. */
export function pageOf<T extends z.ZodMiniType>(row: T) {
  return z.object({ list: z.array(row), total: z.number() });
}

/** Rows of a list, and how many of it could not be read and are left out. */
export interface Listed<Row> {
  list: Row[];
  leftOut?: number | undefined;
}

/** §7: query cpage, the page number from 1, as text in the query. */
export const pageQuery = z.object({ cpage: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) });

/** A UTC month, YYYY-MM. */
export const utcMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** Whether the date exists: Date.parse reads 30 February as 2 March. Years start at 1. */
function isCalendarDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return day >= '0001' && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/**
 * An instant, ISO 8601 with its zone; a UTC day where the time is not known, '' where nothing is. The client reads other forms as
 * this one (docs/back-ends.md).
 */
export const instant = z
  .string()
  .check(z.regex(/^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?)?$/));

/** YYYY-MM-DD, a UTC day (decision 30). */
export const utcDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isCalendarDay));
