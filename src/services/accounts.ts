import type {
  ChangePasswordRequest,
  DailyUsage,
  LoginRequest,
  PayRecordPage,
  RegisterRequest,
  ResetRequest,
  User,
} from '../../contract/accounts.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { dataOf, type Call } from './call/call.ts';

const DAY_MS = 86_400_000;

/** POST /login. The token may be missing; the machine reports it (§6). */
export async function logIn(call: Call, body: LoginRequest, signal: AbortSignal): Promise<User> {
  return dataOf(await call(endpoints.login, { body }, { signal }));
}

/** GET /glu. */
export async function fetchUser(call: Call, signal: AbortSignal): Promise<User> {
  return dataOf(await call(endpoints.currentUser, {}, { signal }));
}

/** GET /logout: ends the token on the server. */
export async function logOut(call: Call, signal: AbortSignal): Promise<void> {
  await call(endpoints.logout, {}, { signal });
}

/** POST /reg/captcha or /resetpass/captcha: emails a verify code to the address. */
export async function sendCode(
  call: Call,
  wanted: { purpose: 'register' | 'resetpass'; email: string },
  signal: AbortSignal,
): Promise<void> {
  const row = wanted.purpose === 'register' ? endpoints.sendRegisterCode : endpoints.sendResetCode;
  await call(row, { body: { email: wanted.email } }, { signal });
}

/** POST /reg/submit. */
export async function register(call: Call, body: RegisterRequest, signal: AbortSignal): Promise<void> {
  await call(endpoints.register, { body }, { signal });
}

/** POST /resetpass/submit: emails a new password to the address. */
export async function resetPassword(call: Call, body: ResetRequest, signal: AbortSignal): Promise<void> {
  await call(endpoints.resetPassword, { body }, { signal });
}

/** POST /web/cpwd: changes the password and ends every session of the account. */
export async function changePassword(
  call: Call,
  body: ChangePasswordRequest,
  signal: AbortSignal,
): Promise<void> {
  await call(endpoints.changePassword, { body }, { signal });
}

/** GET /web/credits: the balance in integer credits. */
export async function fetchCredits(call: Call, signal: AbortSignal): Promise<number> {
  return dataOf(await call(endpoints.credits, {}, { signal }));
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
  const totals = dataOf(await call(endpoints.dailyUsage, { query: range }, { signal }));
  const last = Date.parse(range.t2);
  return totals.map(({ day, creditTotal }, at) => ({
    day: day ?? new Date(last - (totals.length - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    creditTotal,
  }));
}

/** GET /web/order/pay/record; pages count from 1, costs in integer cents. */
export async function listPayRecords(
  call: Call,
  wanted: { page: number },
  signal: AbortSignal,
): Promise<PayRecordPage> {
  return dataOf(await call(endpoints.payRecords, { query: { cpage: wanted.page } }, { signal }));
}
