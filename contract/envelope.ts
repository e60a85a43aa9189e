import * as z from 'zod/mini';

/** §7: success is result equal to 1. */
export const SUCCESS = 1;

/** §7: every reply carries a result field, with optional message and data. */
export const plainReply = z.object({ result: z.number(), message: z.optional(z.string()) });
export type PlainReply = z.infer<typeof plainReply>;

/**
 * The envelope of a call that answers with data. A refusal (`result` other than 1) may leave the data out;
 * a success may not: the client checks that where it unwraps the envelope.
 */
export function replyOf<T extends z.ZodMiniType>(data: T) {
  return z.object({ result: z.number(), message: z.optional(z.string()), data: z.optional(data) });
}

/** A page of a list (§7: data.list, data.total). `total` counts all rows of the list, not of the page. */
export function pageOf<T extends z.ZodMiniType>(row: T) {
  return z.object({ list: z.array(row), total: z.number() });
}

/** §7: query cpage, the page wanted, from 1. It travels as text. */
export const pageQuery = z.object({ cpage: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) });
export type PageQuery = z.infer<typeof pageQuery>;

/** Whether a day is in the calendar: Date.parse takes the 30th of February for the 2nd of March. Years from 1 on. */
function isCalendarDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return day >= '0001' && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** YYYY-MM-DD, a UTC day (decision 30). */
export const utcDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isCalendarDay));
