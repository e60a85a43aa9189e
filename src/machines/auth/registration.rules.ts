import {
  INDUSTRIES,
  isEmail,
  type Industry,
  type RegisterRequest,
  type RegType,
} from '../../../contract/accounts.ts';
import { LANGUAGES, type Language } from '../../../contract/languages.ts';
import { DEFAULT_REG_TYPE, PASSWORD_MIN } from '../../../contract/limits.ts';

/** The input of the registration form (§3). */
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

/** An empty form; the default type is organization (§3). */
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

/** The required fields, in the order of §5 Register. */
export const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'email',
  'vcode',
  'upass',
] as const satisfies readonly RegistrationField[];

/** The empty required fields. Spaces alone count as empty, except in a password. */
export function missingFields(draft: RegistrationDraft): RegistrationField[] {
  return REQUIRED_FIELDS.filter((field) => (field === 'upass' ? draft.upass : draft[field].trim()) === '');
}

/** The fields in the order of a language's form: some languages put the family name first. */
export function inFormOrder(fields: readonly RegistrationField[], language: Language): RegistrationField[] {
  const names: readonly RegistrationField[] = LANGUAGES[language].names;
  return [
    ...names.filter((name) => fields.includes(name)),
    ...fields.filter((field) => !names.includes(field)),
  ];
}

/** The error of a filled field, as a key of the catalogue (§5 Register). @returns null if it is valid */
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

/** A single-line text: pasted tabs and line breaks become spaces. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** The request: texts trimmed, an empty invitation code omitted. */
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
