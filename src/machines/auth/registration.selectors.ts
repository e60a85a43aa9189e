import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { registrationMachine } from './registration.machine.ts';
import {
  fieldRefusal,
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

/** The required fields that a tried submit lacked and that are empty still, in the order of the form. */
export function markedMissing(registration: Registration): RegistrationField[] {
  return registration.context.isTried ? missingFields(registration.context.draft) : [];
}

/** After a tried submit: the first field that is missing or wrong, in the order of the form. */
export function firstToMend({ context }: Registration): RegistrationField | null {
  if (!context.isTried) return null;
  const missing: RegistrationField[] = missingFields(context.draft);
  const toMend = REQUIRED_FIELDS.find(
    (field) => missing.includes(field) || fieldRefusal(context.draft, field) !== null,
  );
  return toMend ?? null;
}

/** What is wrong with a field, once the person has left it or tried to submit; a key of the catalogue. */
export function saidOfField(field: RegistrationField) {
  return ({ context }: Registration): string | null =>
    context.isTried || context.left.includes(field) ? fieldRefusal(context.draft, field) : null;
}
