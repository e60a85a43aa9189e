import type { DailyUsage, User } from '../../contract/accounts.ts';
import { accountCalls } from '../../contract/calls/accountCalls.ts';
import { dataOf, type Call } from './call/call.ts';

const DAY_MS = 86_400_000;

/** GET /glu. */
export async function fetchUser(call: Call, signal: AbortSignal): Promise<User> {
  return dataOf(await call(accountCalls.currentUser, {}, { signal }));
}

/** GET /logout: ends the token on the server. */
export async function logOut(call: Call, signal: AbortSignal): Promise<void> {
  await call(accountCalls.logout, {}, { signal });
}

/** POST /reg/captcha or /resetpass/captcha: emails a verify code to the address. */
export async function sendCode(
  call: Call,
  wanted: { purpose: 'register' | 'resetpass'; email: string },
  signal: AbortSignal,
): Promise<void> {
  const row = wanted.purpose === 'register' ? accountCalls.sendRegisterCode : accountCalls.sendResetCode;
  await call(row, { body: { email: wanted.email } }, { signal });
}

/** GET /web/credits: the balance in integer credits. */
export async function fetchCredits(call: Call, signal: AbortSignal): Promise<number> {
  return dataOf(await call(accountCalls.credits, {}, { signal }));
}

/**
 * GET /api/usage/daily: credits spent per UTC day from t1 to t2, YYYY-MM-DD, both included. Totals without a day are
 * those of consecutive days, the last one of t2.
 */
export async function fetchUsage(
  call: Call,
  range: { t1: string; t2: string },
  signal: AbortSignal,
): Promise<DailyUsage> {
  const totals = dataOf(await call(accountCalls.dailyUsage, { query: range }, { signal }));
  const last = Date.parse(range.t2);
  return totals.map(({ day, creditTotal }, at) => ({
    day: day ?? new Date(last - (totals.length - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    creditTotal,
  }));
}
