import type { ChangePasswordRequest } from '../../../contract/accounts.ts';
import { PASSWORD_MIN } from '../../../contract/limits.ts';

/** The input of the password change (§3). */
export type PasswordDraft = ChangePasswordRequest;
export const NO_PASSWORDS: PasswordDraft = { opwd: '', npwd: '', npwdr: '' };

/** §5 Change password: the fields that are empty. All three are required. */
export function missingPasswords(draft: PasswordDraft): (keyof PasswordDraft)[] {
  return (['opwd', 'npwd', 'npwdr'] as const).filter((field) => draft[field] === '');
}

/** The error of a filled field, as a key of the catalogue (§5 Change password). */
export function passwordRefusal(draft: PasswordDraft, field: keyof PasswordDraft): string | null {
  if (field === 'npwd' && draft.npwd !== '' && draft.npwd.length < PASSWORD_MIN)
    return 'errors.passwordShort';
  if (field === 'npwdr' && draft.npwdr !== '' && draft.npwdr !== draft.npwd)
    return 'errors.passwordInconsistent';
  return null;
}

export function isChangeable(draft: PasswordDraft): boolean {
  return (
    missingPasswords(draft).length === 0 &&
    passwordRefusal(draft, 'npwd') === null &&
    passwordRefusal(draft, 'npwdr') === null
  );
}
