import { useSelector } from '@xstate/react';
import { INDUSTRIES, REG_TYPES } from '../../../../contract/accounts.ts';
import { LANGUAGES } from '../../../../contract/languages.ts';
import { FIELD } from '../../../../contract/limits.ts';
import { codeEmailRefusal } from '../../../machines/auth/codeLock.selectors.ts';
import type { RegistrationDraft, RegistrationField } from '../../../machines/auth/registration.rules.ts';
import {
  isRegistering,
  markedMissing,
  registrationDraft,
  saidOfField,
} from '../../../machines/auth/registration.selectors.ts';
import { shownLanguage } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { NativeSelect } from '../../shared/kit/fields/choice/NativeSelect.tsx';
import { PasswordField } from '../../shared/kit/fields/text/PasswordField.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { TextField } from '../../shared/kit/fields/text/TextField.tsx';
import { PHONE, useMatches } from '../../shared/useMatches.ts';
import { CodeField } from './CodeField.tsx';
import { useAuthActor } from '../useAuthActor.ts';

/** The name of each field. */
export const REGISTER_LABELS: Record<RegistrationField, string> = {
  regType: 'auth.accountType',
  firstName: 'auth.firstName',
  lastName: 'auth.lastName',
  company: 'auth.company',
  industry: 'auth.industry',
  nature: 'auth.nature',
  email: 'auth.email',
  vcode: 'auth.verifyCode',
  upass: 'auth.password',
  salesRepCode: 'auth.invitationCode',
};
const REG_TYPE_WORDS = { 1: 'auth.individual', 2: 'auth.organization' };

/** The fields with plain text. */
type TextOfDraft = Exclude<RegistrationField, 'regType' | 'industry'>;

/** Value, error and handlers of a text field. */
function useText(field: TextOfDraft) {
  const t = useT();
  const registration = useAuthActor('registration');
  const value = useSelector(registration, (snapshot) => registrationDraft(snapshot)[field]);
  const isMissing = useSelector(registration, (snapshot) => markedMissing(snapshot).includes(field));
  const message = useSelector(registration, saidOfField(field));
  return {
    name: field,
    label: t(REGISTER_LABELS[field]),
    size: 'large',
    value,
    readOnly: useSelector(registration, isRegistering),
    missing: isMissing ? t('auth.required') : undefined,
    error: message === null ? null : t(message),
    onChange: (text: string) => registration.send({ type: 'draft.changed', patch: { [field]: text } }),
    onBlur: () => registration.send({ type: 'field.left', field }),
  } as const;
}

function useDraft() {
  const registration = useAuthActor('registration');
  return {
    draft: useSelector(registration, registrationDraft),
    busy: useSelector(registration, isRegistering),
    change: (patch: Partial<RegistrationDraft>) => registration.send({ type: 'draft.changed', patch }),
  };
}

/** Type of account, names, company and its business. */
export function WhoFields() {
  const t = useT();
  const { draft, busy, change } = useDraft();
  return (
    <>
      <Segments
        label={t('auth.accountType')}
        value={String(draft.regType)}
        disabled={busy}
        options={REG_TYPES.map((type) => ({ value: String(type), label: t(REG_TYPE_WORDS[type]) }))}
        onChange={(chosen) => {
          const regType = REG_TYPES.find((type) => String(type) === chosen);
          if (regType !== undefined) change({ regType });
        }}
      />
      <div className="gt-form__pair">
        {LANGUAGES[shownLanguage()].names.map((field, at) => (
          <NameOf key={field} field={field} autoFocus={at === 0} />
        ))}
      </div>
      <TextField
        {...useText('company')}
        autoComplete="organization"
        maxLength={FIELD.company}
        required
        marked
      />
      <div className="gt-form__pair gt-form__pair--first">
        <NativeSelect
          label={t('auth.industry')}
          name="industry"
          size="large"
          placeholder={t('auth.selectIndustry')}
          value={draft.industry}
          readOnly={busy}
          options={INDUSTRIES.map((value) => ({ value, label: t(`auth.industries.${value}`) }))}
          onChange={(industry) => change({ industry })}
        />
        <TextField {...useText('nature')} autoComplete="off" maxLength={FIELD.nature} />
      </div>
    </>
  );
}

const NAME_AUTOCOMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;

function NameOf({ field, autoFocus }: { field: keyof typeof NAME_AUTOCOMPLETE; autoFocus: boolean }) {
  return (
    <TextField
      {...useText(field)}
      autoComplete={NAME_AUTOCOMPLETE[field]}
      maxLength={FIELD.name}
      required
      marked
      autoFocus={autoFocus}
    />
  );
}

/** Contact details, and the code that verifies the address. */
export function ContactFields({ onEmailRefused }: { onEmailRefused: () => void }) {
  const t = useT();
  const lock = useAuthActor('codeLock');
  const email = useText('email');
  const code = useText('vcode');
  const ofCode = useSelector(lock, codeEmailRefusal('register'));
  const error = email.error ?? (ofCode === null ? null : t(ofCode));
  return (
    <>
      <div className="gt-form__said">
        <TextField
          {...email}
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={FIELD.email}
          required
          marked
          error={error}
          hint={error === null ? t('auth.emailHint') : undefined}
          onChange={(text) => {
            email.onChange(text);
            lock.send({ type: 'email.edited' });
          }}
        />
      </div>
      <CodeField
        purpose="register"
        email={email.value}
        value={code.value}
        missing={code.missing}
        readOnly={code.readOnly}
        marked
        onChange={code.onChange}
        onEmailRefused={onEmailRefused}
      />
    </>
  );
}

/** The password and the invitation code. */
export function AccountFields() {
  const t = useT();
  const isPhone = useMatches(PHONE);
  const password = useText('upass');
  return (
    <div className="gt-form__pair gt-form__pair--password gt-form__said">
      <PasswordField
        {...password}
        autoComplete="new-password"
        placeholder={t('auth.passwordPlaceholder')}
        maxLength={FIELD.password}
        required
        marked
        // on phones the field is too narrow for its placeholder
        hint={isPhone && password.error === null ? t('auth.passwordPlaceholder') : undefined}
      />
      <TextField
        {...useText('salesRepCode')}
        autoComplete="off"
        spellCheck={false}
        maxLength={FIELD.invitationCode}
        aside=""
      />
    </div>
  );
}
