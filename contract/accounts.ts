import * as z from 'zod/mini';
import { pageOf, utcDay } from './envelope.ts';
import { FIELD } from './limits.ts';

/** §3 Login payload. */
export const loginRequest = z.object({
  uname: z.string().check(z.minLength(1), z.maxLength(FIELD.email)),
  upass: z.string().check(z.minLength(1), z.maxLength(FIELD.password)),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** §3 Logged-in user. `token` is null in the reply of /glu: the client has it already. */
export const user = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  token: z.nullish(z.string()),
  utype: z.number(),
  puc: z.boolean(),
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

const email = z.string().check(z.minLength(1), z.maxLength(FIELD.email));
const verifyCode = z.string().check(z.minLength(1), z.maxLength(FIELD.verifyCode));

/** §7 /reg/captcha and /resetpass/captcha. */
export const captchaRequest = z.object({ email });

/** §3 Registration form. */
export const registerRequest = z.object({
  upass: z.string().check(z.maxLength(FIELD.password)),
  email,
  firstName: z.string().check(z.minLength(1), z.maxLength(FIELD.name)),
  lastName: z.string().check(z.minLength(1), z.maxLength(FIELD.name)),
  regType: z.union([z.literal(1), z.literal(2)]),
  company: z.string().check(z.minLength(1), z.maxLength(FIELD.company)),
  industry: z.string().check(z.maxLength(64)),
  nature: z.string().check(z.maxLength(64)),
  salesRepCode: z.optional(z.string().check(z.maxLength(FIELD.invitationCode))),
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

/** §7 /api/usage/daily: t1 and t2 are UTC days, both included. */
export const usageQuery = z.object({ t1: utcDay, t2: utcDay });
/** §3 Daily usage: credits spent on a UTC day (decision 32). */
export const dailyUsage = z.array(z.object({ day: utcDay, creditTotal: z.number() }));

/** §3 Payment record. `cost` in integer cents. */
export const payRecordPage = pageOf(z.object({ id: z.number(), orderNum: z.string(), cost: z.number() }));
