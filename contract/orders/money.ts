import * as z from 'zod/mini';

/* Money is US dollars at the wire and integer cents inside both programs (law 8). */

/** Dollars as integer cents, rounded half up on their decimal notation: 1.005 is 101 cents. NaN beyond exact numbers. */
export function centsOf(dollars: number): number {
  const size = Math.abs(dollars);
  // less than half a cent may be written with an exponent
  const [whole = '', fraction = ''] = (size < 0.005 ? '0' : String(size)).split('.');
  const isUp = fraction.charAt(2) >= '5';
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + (isUp ? 1 : 0);
  if (!Number.isSafeInteger(cents)) return Number.NaN;
  return dollars < 0 && cents > 0 ? -cents : cents;
}

/** Integer cents as the dollars that are written with at most two decimals. */
export function dollarsOf(cents: number): number {
  return cents / 100;
}

/** Integer cents as text with two decimals: '1234.50'. */
export function dollarsText(cents: number): string {
  return dollarsOf(cents).toFixed(2);
}

/** Dollars at the wire, integer cents inside. @param dollars the schema of the wire's number */
export function moneyOf(dollars: z.ZodMiniNumber) {
  return z.codec(dollars.check(z.describe('US dollars, two decimals at most.')), z.int(), {
    decode: centsOf,
    encode: dollarsOf,
  });
}
export const money = moneyOf(z.number());

/** Tax on a sum, rounded half up. @param percent with two decimals at most @returns integer cents */
export function taxCents(sumCents: number, percent: number): number {
  return Math.floor((sumCents * Math.round(percent * 100) + 5_000) / 10_000);
}
