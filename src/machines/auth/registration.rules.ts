import {
  INDUSTRIES,
  isEmail,
  type Industry,
  type RegisterRequest,
  type RegType,
} from '../../../contract/accounts.ts';
import { DEFAULT_REG_TYPE, PASSWORD_MIN } from '../../../contract/limits.ts';

/** §3 Registration form, as it is typed. */
export interface RegistrationDraft {
  firstName: string;
  lastName: string;
  email: string;
  upass: string;
  regType: RegType;
  company: string;
  industry: Industry | '';
  nature: string;
  salesRepCode: string;
  vcode: string;
}
export type RegistrationField = keyof RegistrationDraft;

/** An empty form; §3: the type is organization unless chosen otherwise. */
export function freshRegistration(email: string): RegistrationDraft {
  return {
    firstName: '',
    lastName: '',
    email,
    upass: '',
    regType: DEFAULT_REG_TYPE,
    company: '',
    industry: '',
    nature: '',
    salesRepCode: '',
    vcode: '',
  };
}

/** §5 Register: required, in the order of the form. */
export const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'email',
  'vcode',
  'upass',
] as const satisfies readonly RegistrationField[];

/** The required fields that are empty; spaces alone are nothing, in a password they are characters. */
export function missingFields(draft: RegistrationDraft): RegistrationField[] {
  return REQUIRED_FIELDS.filter((field) => (field === 'upass' ? draft.upass : draft[field].trim()) === '');
}

/** §5 Register: what is wrong with a field that is filled, as a key of the catalogue; null when nothing is. */
export function fieldRefusal(draft: RegistrationDraft, field: RegistrationField): string | null {
  if (field === 'email' && draft.email.trim() !== '' && !isEmail(draft.email)) return 'errors.emailInvalid';
  if (field === 'upass' && draft.upass !== '' && draft.upass.length < PASSWORD_MIN)
    return 'errors.passwordShort';
  return null;
}

/** Whether the form may be submitted. */
export function isSubmittable(draft: RegistrationDraft): boolean {
  return (
    missingFields(draft).length === 0 &&
    fieldRefusal(draft, 'email') === null &&
    fieldRefusal(draft, 'upass') === null
  );
}

/** A text of one line: what was pasted with tabs or line breaks has spaces there. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** What travels: spaces around texts taken off, an empty invitation code left out. */
export function registerRequestOf(draft: RegistrationDraft): RegisterRequest {
  const { salesRepCode, ...rest } = draft;
  const code = oneLine(salesRepCode);
  return {
    upass: rest.upass,
    email: rest.email.trim(),
    firstName: oneLine(rest.firstName),
    lastName: oneLine(rest.lastName),
    regType: rest.regType,
    company: oneLine(rest.company),
    industry: INDUSTRIES.find((industry) => industry === rest.industry) ?? '',
    nature: oneLine(rest.nature),
    vcode: oneLine(rest.vcode),
    ...(code === '' ? {} : { salesRepCode: code }),
  };
}
