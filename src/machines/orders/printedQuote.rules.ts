import type { User } from '../../../contract/accounts.ts';
import { lastValidDay, type FormQuote, type Quote } from '../../../contract/orders/quote.ts';

/** The printed quote with its customer and the last day of its validity. @param hasNumbers whether the back end numbers quotes */
export function quoteOf(
  { request, ...form }: FormQuote,
  user: User,
  appName: string,
  now: Date,
  hasNumbers = false,
): Quote {
  return {
    ...form,
    ...(hasNumbers && request && { request }),
    appName,
    customer: { name: `${user.firstName} ${user.lastName}`.trim(), company: user.company, email: user.email },
    issuedAt: now.toISOString(),
    validUntil: lastValidDay(now, form.tasking?.windowStart),
  };
}
