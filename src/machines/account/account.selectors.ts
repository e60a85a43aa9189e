import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ApiKey, NewApiKey } from '../../../contract/calls/apiKeys.ts';
import { dayAfter, utcDayOf } from '../shared/days.ts';
import type { accountMachine } from './account.machine.ts';
import type { apiKeysMachine } from './apiKeys.machine.ts';
import { type KeyDraft, keyProblems, type newKeyMachine, NO_KEY } from './newKey.machine.ts';
import {
  missingPasswords,
  type passwordChangeMachine,
  type PasswordDraft,
  passwordRefusal,
} from './passwordChange.machine.ts';

type Account = SnapshotFrom<typeof accountMachine>;

export const isLoadingCredits = (account: Account): boolean => account.hasTag('balance busy');
export const hasCreditsFailed = (account: Account): boolean => account.hasTag('balance failed');
export const hasUsageFailed = (account: Account): boolean => account.hasTag('usage failed');

type PasswordChange = SnapshotFrom<typeof passwordChangeMachine>;

export const isChangingPassword = (change: PasswordChange): boolean => change.hasTag('busy');

/** A pending change can't be cancelled. */
export const canClosePasswordChange = (change: PasswordChange): boolean =>
  change.can({ type: 'dialog.closed' });

/** The fields that were missing at the submit and are still empty. */
export const missingPasswordFields = ({ context }: PasswordChange): (keyof PasswordDraft)[] =>
  context.isTried ? missingPasswords(context.draft) : [];

/** The first field that blocks the submit; null if none does. */
export function firstWrongPassword({ context }: PasswordChange): keyof PasswordDraft | null {
  const { draft, isTried } = context;
  if (!isTried) return null;
  const isWrong = (field: keyof PasswordDraft) =>
    draft[field] === '' || passwordRefusal(draft, field) !== null;
  return (['opwd', 'npwd', 'npwdr'] as const).find(isWrong) ?? null;
}

/** Whether this field was missing at the submit and is still empty. */
export function isPasswordMissing(field: keyof PasswordDraft) {
  return ({ context }: PasswordChange): boolean =>
    context.isTried && missingPasswords(context.draft).includes(field);
}

/** The error of a field after the user has left it or submitted; a key of the catalogue. */
export function saidOfPassword(field: keyof PasswordDraft) {
  return ({ context }: PasswordChange): string | null =>
    context.isTried || context.left.includes(field) ? passwordRefusal(context.draft, field) : null;
}

/** Whether closing the dialog loses what was typed. */
export const hasTypedPasswords = ({ context }: PasswordChange): boolean =>
  Object.values(context.draft).some((typed) => typed !== '');

type ApiKeys = SnapshotFrom<typeof apiKeysMachine>;

const DAY_MS = 86_400_000;
/** A key that ends sooner is marked. */
const SOON_DAYS = 14;

/** Newest first; null until first loaded. */
export const apiKeysOf = (keys: ApiKeys): ApiKey[] | null => keys.context.keys;
export const isLoadingKeys = (keys: ApiKeys): boolean => keys.hasTag('list busy');
export const haveKeysFailed = (keys: ApiKeys): boolean => keys.hasTag('list failed');
/** The key that a question asks about. */
export const keyToRevoke = (keys: ApiKeys): ApiKey | null =>
  keys.matches({ dialog: 'asking' }) ? keys.context.chosen : null;
export const isRevokingKey = (keys: ApiKeys): boolean => keys.hasTag('revoking');

/** Whether a key was last used today (UTC). */
export const isUsedToday =
  ({ lastUsedAt }: ApiKey) =>
  ({ context }: ApiKeys): boolean =>
    lastUsedAt?.slice(0, 10) === utcDayOf(context.now());

/** Whether a key has ended, or ends within 14 days; null if neither. */
export function endOfKey({ endsOn }: ApiKey) {
  return ({ context }: ApiKeys): 'ended' | 'soon' | null => {
    if (endsOn === null) return null;
    const leftMs = Date.parse(endsOn) + DAY_MS - context.now().getTime();
    if (leftMs <= 0) return 'ended';
    return leftMs <= SOON_DAYS * DAY_MS ? 'soon' : null;
  };
}

type NewKey = SnapshotFrom<typeof newKeyMachine>;
export type NewKeyActor = ActorRefFrom<typeof newKeyMachine>;

export const keyDraft = (newKey: NewKey): KeyDraft => newKey.context.draft;
export const isCreatingKey = (newKey: NewKey): boolean => newKey.hasTag('busy');
/** The ends of a key that are one press away, with the days until then. */
export const keyEnds = ({ context }: NewKey): { day: string; count: number }[] =>
  [30, 90, 365].map((count) => ({ day: dayAfter(utcDayOf(context.now()), count), count }));
/** The new key; null before it is made, and after the dialog. */
export const madeKey = (newKey: NewKey): NewApiKey | null => newKey.context.made;
export const isKeyStored = (newKey: NewKey): boolean => newKey.context.isStored;
export const isKeyCopied = (newKey: NewKey): boolean => newKey.hasTag('copied');
export const hasCopyingFailed = (newKey: NewKey): boolean => newKey.hasTag('notCopied');

/** The problem of a field after a try, as a key of the catalogue. */
export function saidOfKey(field: keyof KeyDraft) {
  return ({ context: { draft, isTried, now } }: NewKey): string | null =>
    isTried ? (keyProblems(draft, utcDayOf(now()))[field] ?? null) : null;
}

/** Whether closing loses what was typed, or a key that is not stored. */
export const isKeyUnfinished = ({ context }: NewKey): boolean =>
  context.made === null ? context.draft !== NO_KEY : !context.isStored;
