import type { SnapshotFrom } from 'xstate';
import type { Language } from '../../../contract/languages.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { registrationMachine } from './registration.machine.ts';
import {
  fieldRefusal,
  inFormOrder,
  missingFields,
  REQUIRED_FIELDS,
  type RegistrationDraft,
  type RegistrationField,
} from './registration.rules.ts';

type Registration = SnapshotFrom<typeof registrationMachine>;

export const registrationDraft = (registration: Registration): RegistrationDraft =>
  registration.context.draft;
export const registrationRefusal = (registration: Registration): NoticeText | null =>
  registration.context.refusal;
export const isRegistering = (registration: Registration): boolean => registration.hasTag('busy');
export const isRegistered = (registration: Registration): boolean => registration.hasTag('succeeded');

/** Required fields that were missing at the submit and are still empty. */
export function markedMissing(registration: Registration): RegistrationField[] {
  return registration.context.isTried ? missingFields(registration.context.draft) : [];
}

/** After a submit: the first field that is missing or invalid, in the order of the form in a language. */
export function firstToMend({ context }: Registration, language: Language): RegistrationField | null {
  if (!context.isTried) return null;
  const missing: RegistrationField[] = missingFields(context.draft);
  const toMend = inFormOrder(REQUIRED_FIELDS, language).find(
    (field) => missing.includes(field) || fieldRefusal(context.draft, field) !== null,
  );
  return toMend ?? null;
}

/** The error of a field after the user has left it or submitted; a key of the catalogue. */
export function saidOfField(field: RegistrationField) {
  return ({ context }: Registration): string | null =>
    context.isTried || context.left.includes(field) ? fieldRefusal(context.draft, field) : null;
}
