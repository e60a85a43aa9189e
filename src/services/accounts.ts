import {
  type DailyUsage,
  type LoginRequest,
  payRecord,
  payRecordPage,
  type User,
} from '../../contract/accounts.ts';
import { accountCalls } from '../../contract/calls/accountCalls.ts';
import { dataOf, leftOutOf, type Call } from './call/call.ts';
import {
  fieldsOf,
  fitted,
  flagOf,
  instantOf,
  listIn,
  numberOf,
  type Raw,
  type Read,
  readData,
  readPage,
  readValue,
  textOf,
} from './call/reading.ts';

const DAY_MS = 86_400_000;

/** Of an unknown user type: none of those that have rights or limits of their own (§6). */
const OTHER_UTYPE = 0;

/** §3 Logged-in user. */
const userIn = (data: Raw) => ({
  ...data,
  email: textOf(data['email']),
  firstName: textOf(data['firstName']) ?? '',
  lastName: textOf(data['lastName']) ?? '',
  company: textOf(data['company']) ?? '',
  token: textOf(data['token']),
  utype: numberOf(data['utype']) ?? OTHER_UTYPE,
  puc: flagOf(data['puc']) ?? false,
  newPasswordDue: flagOf(data['newPasswordDue']) ?? undefined,
});

/** POST /login. The token may be missing, which the log-in refuses (§6). */
export async function logIn(call: Call, body: LoginRequest, signal: AbortSignal): Promise<User> {
  const signedIn = (data: Raw) => ({ ...userIn(data), email: textOf(data['email']) ?? body.uname });
  const { data } = await call(accountCalls.login, { body }, { signal, read: readData(signedIn) });
  return data ?? signedIn({});
}

/** GET /glu. */
export async function fetchUser(call: Call, signal: AbortSignal): Promise<User> {
  return dataOf(await call(accountCalls.currentUser, {}, { signal, read: readData(userIn) }));
}

/** GET /logout: ends the token on the server. */
export async function logOut(call: Call, signal: AbortSignal): Promise<void> {
  await call(accountCalls.logout, {}, { signal, isAnswerOpen: true });
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
  return dataOf(await call(accountCalls.credits, {}, { signal, read: readValue(numberOf) }));
}

const readUsage = readValue((data) =>
  listIn(data)
    ?.map(fieldsOf)
    .map(({ day, creditTotal }) => ({
      day: instantOf(day)?.slice(0, 10),
      creditTotal: numberOf(creditTotal),
    })),
);

/**
 * GET /api/usage/daily: credits spent per UTC day from t1 to t2, YYYY-MM-DD, both included. Totals without a day are
 * those of consecutive days, the last one of t2.
 */
export async function fetchUsage(
  call: Call,
  range: { t1: string; t2: string },
  signal: AbortSignal,
): Promise<DailyUsage> {
  const totals = dataOf(await call(accountCalls.dailyUsage, { query: range }, { signal, read: readUsage }));
  const last = Date.parse(range.t2);
  return totals.map(({ day, creditTotal }, at) => ({
    day: day ?? new Date(last - (totals.length - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    creditTotal,
  }));
}

/** §3 Payment record. */
const readPayRecord = (row: Raw) => ({
  id: row['id'] ?? row['orderNum'],
  orderNum: textOf(row['orderNum']),
  cost: numberOf(row['cost']),
  at: instantOf(row['at']),
  orderName: row['orderName'],
  kind: row['kind'],
  lines: row['lines'],
  receipt: row['receipt'],
});

/** GET /web/order/pay/record; pages from 1. Sum and months are extensions. */
export async function listPayRecords(
  call: Call,
  { page, month }: { page: number; month: string | null },
  signal: AbortSignal,
) {
  const readRows = readPage(page, payRecord, readPayRecord);
  const read: Read = (reply) => {
    const { reply: known, leftOut } = readRows(reply);
    const { sum, months } = fieldsOf(reply['data']);
    const data = fieldsOf(fieldsOf(known)['data']);
    const extended = fitted(payRecordPage, { ...data, sum, months })?.raw ?? data;
    return { reply: { ...fieldsOf(known), data: extended }, leftOut };
  };
  const query = { cpage: page, ...(month !== null && { month }) };
  const reply = await call(accountCalls.payRecords, { query }, { signal, read });
  return { ...dataOf(reply), ...leftOutOf(reply) };
}
