import type { User } from '../../../contract/accounts.ts';
import { QUOTE_DAYS } from '../../../contract/limits.ts';
import type { FormQuote, Quote } from '../../../contract/orders/quote.ts';
import { utcDayOf } from '../shared/days.ts';

const DAY_MS = 86_400_000;

/**
 * The printed quote with its customer and the last day of its validity: 14 days, but for a new acquisition
 * at most until the day before its window, which must begin in the future (§5).
 */
export function quoteOf(form: FormQuote, user: User, appName: string, now: Date): Quote {
  const last = utcDayOf(new Date(now.getTime() + QUOTE_DAYS * DAY_MS));
  const window = form.tasking?.windowStart;
  const beforeWindow =
    window === undefined ? last : utcDayOf(new Date(Date.parse(`${window}T00:00:00Z`) - DAY_MS));
  return {
    ...form,
    appName,
    customer: { name: `${user.firstName} ${user.lastName}`.trim(), company: user.company, email: user.email },
    issuedAt: now.toISOString(),
    validUntil: beforeWindow < last ? beforeWindow : last,
  };
}
