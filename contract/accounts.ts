import * as z from 'zod/mini';
import { id, instant, pageOf, pageQuery, utcDay, utcMonth } from './calls/envelope.ts';
import { FIELD } from './limits.ts';
import { money } from './orders/money.ts';

/** §5 Register: a simple pattern without spaces, control or invisible characters, and with one @. */
const EMAIL_PATTERN = /^[^\s\p{Cc}\p{Cf}\p{DI}@]+@[^\s\p{Cc}\p{Cf}\p{DI}@]+\.[^\s\p{Cc}\p{Cf}\p{DI}@]+$/u;

/** The parts of an address: NFKC, in lower case, the domain in ASCII as DNS has it; null for a domain that has no such form. */
function emailParts(text: string): { plain: string; local: string; domain: string | null } {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  const at = plain.lastIndexOf('@');
  const written = plain.slice(at + 1);
  const address = `http://${written}`;
  const isHost = at > 0 && !/[\s\p{Cc}/?#\\:%]/u.test(written) && URL.canParse(address);
  const host = isHost ? new URL(address).hostname.replace(/\.$/, '') : null;
  // a URL also reads numbers as the addresses of machines
  return {
    plain,
    local: plain.slice(0, at),
    domain: host !== null && /^[\d.]+$/.test(host) ? written : host,
  };
}

/** The one form of all ways to write an address; a text that is none only loses its capitals. */
export function normalEmail(text: string): string {
  const { plain, local, domain } = emailParts(text);
  return domain === null ? plain : `${local}@${domain}`;
}

/** Whether a text and its one form match the simple email pattern, ignoring surrounding spaces. */
export function isEmail(text: string): boolean {
  const { local, domain } = emailParts(text);
  return EMAIL_PATTERN.test(text.trim()) && EMAIL_PATTERN.test(`${local}@${domain ?? ''}`);
}

/** One line of text without control characters; surrounding spaces are trimmed. */
const oneLine = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u));
const requiredLine = (max: number) => oneLine(max).check(z.minLength(1));

/** §3 Login payload. */
export const loginRequest = z.object({
  uname: z.string().check(z.minLength(1), z.maxLength(FIELD.email)),
  upass: z.string().check(z.minLength(1), z.maxLength(FIELD.password)),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/**
 * §3 Logged-in user. `token` is null in the reply of /glu. Extension: `newPasswordDue` if the user logged in
 * with an emailed password, which works only once (decision 13).
 */
export const user = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  token: z.nullish(z.string()),
  utype: z.number(),
  puc: z.boolean(),
  newPasswordDue: z.optional(z.boolean()),
});
export type User = z.infer<typeof user>;

/** §3 Industry options. */
export const INDUSTRIES = [
  'Agriculture',
  'Architecture & Engineering',
  'Construction',
  'Defense',
  'Education & Research',
  'Environment',
  'Finance',
  'Forestry',
  'Government',
  'Infrastructure & Utilities',
  'Insurance',
  'IT & Software',
  'Journalism',
  'Land Management',
  'Logistics, Supply Chain & Transportation',
  'Manufacturing & Retail',
  'Maritime',
  'Mining',
  'Oil, Gas & Energy',
  'Real Estate',
  'Other',
] as const;

const email = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(FIELD.email), z.regex(EMAIL_PATTERN), z.refine(isEmail));
const verifyCode = requiredLine(FIELD.verifyCode);

/** §3 Registration form: type of account. */
export const REG_TYPES = [2, 1] as const;
export type RegType = (typeof REG_TYPES)[number];

/** §7 /reg/captcha and /resetpass/captcha. */
export const captchaRequest = z.object({ email });

/** §3 Registration form. */
export const registerRequest = z.object({
  upass: z.string().check(z.maxLength(FIELD.password)),
  email,
  firstName: requiredLine(FIELD.name),
  lastName: requiredLine(FIELD.name),
  regType: z.union([z.literal(1), z.literal(2)]),
  company: requiredLine(FIELD.company),
  industry: z.union([z.literal(''), z.enum(INDUSTRIES)]),
  nature: oneLine(FIELD.nature),
  salesRepCode: z.optional(oneLine(FIELD.invitationCode)),
  vcode: verifyCode,
});
export type RegisterRequest = z.infer<typeof registerRequest>;

/** §3 Reset form. */
export const resetRequest = z.object({ email, vcode: verifyCode });
export type ResetRequest = z.infer<typeof resetRequest>;

/** §3 Password change. */
export const changePasswordRequest = z.object({
  opwd: z.string().check(z.minLength(1), z.maxLength(FIELD.password)),
  npwd: z.string().check(z.maxLength(FIELD.password)),
  npwdr: z.string().check(z.maxLength(FIELD.password)),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

export type Industry = (typeof INDUSTRIES)[number];

/** §7 /api/usage/daily: t1 and t2 are UTC days, both inclusive. */
export const usageQuery = z.object({ t1: utcDay, t2: utcDay });
/**
 * §3 Daily usage: credits spent on a UTC day (decision 32); null where they are not known. §7 shows `creditTotal` alone: the day may be
 * missing.
 */
export const dailyUsage = z.array(z.object({ day: z.optional(utcDay), creditTotal: z.nullable(z.number()) }));
export type DailyUsage = { day: string; creditTotal: number | null }[];

/** §3 Payment record; all after the cost are extensions that may be missing. */
export const payRecord = z.object({
  id,
  orderNum: z.string(),
  cost: z.nullable(money),
  /** When the order was completed. */
  at: z.optional(instant),
  orderName: z.optional(z.string()),
  kind: z.optional(z.enum(['archive', 'tasking'])),
  /** Scenes of an archive order; 1 for a new acquisition. */
  lines: z.optional(z.number()),
  /** Address of the receipt. */
  receipt: z.optional(z.string()),
});
export type PayRecord = z.infer<typeof payRecord>;
/** The rows of a month or of all time, with their months, newest first: extensions that may be missing. */
const months = z.optional(z.array(utcMonth));
export const monthQuery = z.object({ ...pageQuery.shape, month: z.optional(utcMonth) });
export const payRecordPage = z.object({ ...pageOf(payRecord).shape, sum: z.optional(money), months });

/** A change of the credits balance, and the balance after it. */
const creditMovement = z.object({
  id: z.number(),
  at: instant,
  reason: z.enum(['opening', 'grant', 'imageryExport', 'imageryExportReturned']),
  /** Name of the export; empty if it is about none. */
  subject: z.string(),
  amount: z.int(),
  balance: z.int(),
});
export type CreditMovement = z.infer<typeof creditMovement>;
export const creditMovementPage = z.object({
  ...pageOf(creditMovement).shape,
  sum: z.optional(z.int()),
  months,
});

/** The books of the account: payments of completed orders, and changes of credits. */
const BOOKS = ['orders', 'credits'] as const;
export type Book = (typeof BOOKS)[number];
/** What a statement lists: a book, or all orders whatever their status, as CSV only. */
export const statementQuery = z
  .object({
    book: z.enum([...BOOKS, 'placed']),
    format: z.enum(['csv', 'pdf']),
    month: z.optional(utcMonth),
  })
  .check(z.refine(({ book, format }) => book !== 'placed' || format === 'csv', { path: ['format'] }));
/** A file; its content is in base64. */
export const statementFile = z.object({ name: z.string(), content: z.string() });
export type StatementFile = z.infer<typeof statementFile>;
