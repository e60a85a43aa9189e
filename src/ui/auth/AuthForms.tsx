import { shallowEqual, useSelector } from '@xstate/react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { INDUSTRIES, REG_TYPES } from '../../../contract/accounts.ts';
import { LANGUAGES } from '../../../contract/languages.ts';
import { FIELD } from '../../../contract/limits.ts';
import {
  codeEmailRefusal,
  firstOfResetToMend,
  firstToMend,
  isRegistering,
  isResetFieldMissing,
  isResetting,
  markedMissing,
  missingOfReset,
  registrationDraft,
  registrationRefusal,
  resetDraft,
  resetEmailRefusal,
  resetRefusal,
  saidOfField,
} from '../../machines/auth/authForms.selectors.ts';
import {
  inFormOrder,
  type RegistrationDraft,
  type RegistrationField,
} from '../../machines/auth/registration.machine.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { shownLanguage } from '../shared/i18n/language.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { NativeSelect } from '../shared/kit/fields/NativeSelect.tsx';
import { PasswordField } from '../shared/kit/fields/PasswordField.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { focusField, PanelCard, Refusal } from './AuthCard.tsx';
import { CodeField, useAuthActor } from './CodeField.tsx';
import './authForms.css';

export { SuccessDialogs } from './SuccessDialogs.tsx';

/** The name of each field. */
const REGISTER_LABELS: Record<RegistrationField, string> = {
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
function WhoFields() {
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
      <div className="gt-form__pair gt-grid gt-gap-16 gt-two">
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
      <div className="gt-form__pair gt-grid gt-gap-16 gt-two gt-form__pair--first">
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
function ContactFields({ onEmailRefused }: { onEmailRefused: () => void }) {
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
function AccountFields() {
  const t = useT();
  const isPhone = useMatches(PHONE);
  const password = useText('upass');
  return (
    <div className="gt-form__pair gt-grid gt-gap-16 gt-two gt-form__pair--password gt-form__said">
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

/** §2 Register panel, §5 Register. */
export function RegisterPanel() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const registration = useAuthActor('registration');
  const marked = useSelector(registration, markedMissing, shallowEqual);
  return (
    <PanelForm
      form={form}
      panel="register"
      lead={t('auth.requiredMark')}
      missing={inFormOrder(marked, shownLanguage()).map((field) => t(REGISTER_LABELS[field]))}
      refusal={useSelector(registration, registrationRefusal)}
      busy={useSelector(registration, isRegistering)}
      word={t('auth.register')}
      busyWord={t('auth.registering')}
      submit={() => {
        registration.send({ type: 'registration.submitted' });
        return firstToMend(registration.getSnapshot(), shownLanguage());
      }}
    >
      <WhoFields />
      <ContactFields onEmailRefused={() => focusField(form.current, 'email')} />
      <AccountFields />
    </PanelForm>
  );
}

const RESET_LABELS = { email: 'auth.email', vcode: 'auth.verifyCode' };

/** §2 Reset-password panel, §5 Reset. */
export function ResetPanel() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const reset = useAuthActor('passwordReset');
  const draft = useSelector(reset, resetDraft);
  const busy = useSelector(reset, isResetting);
  const isCodeMissing = useSelector(reset, isResetFieldMissing('vcode'));
  const missing = useSelector(reset, missingOfReset, shallowEqual);
  return (
    <PanelForm
      form={form}
      panel="resetpass"
      lead={t('auth.resetLead')}
      missing={missing.map((field) => t(RESET_LABELS[field]))}
      refusal={useSelector(reset, resetRefusal)}
      busy={busy}
      word={t('auth.resetSubmit')}
      busyWord={t('auth.resetting')}
      submit={() => {
        reset.send({ type: 'reset.submitted' });
        return firstOfResetToMend(reset.getSnapshot());
      }}
    >
      <ResetEmail />
      <CodeField
        purpose="resetpass"
        email={draft.email}
        value={draft.vcode}
        missing={isCodeMissing ? t('auth.required') : undefined}
        readOnly={busy}
        autoFocus={draft.email !== ''}
        onChange={(vcode) => reset.send({ type: 'draft.changed', patch: { vcode } })}
        onEmailRefused={() => focusField(form.current, 'email')}
      />
    </PanelForm>
  );
}

/** The address of the account, with its errors from the code button. */
function ResetEmail() {
  const t = useT();
  const reset = useAuthActor('passwordReset');
  const lock = useAuthActor('codeLock');
  const { email } = useSelector(reset, resetDraft);
  const busy = useSelector(reset, isResetting);
  const isMissing = useSelector(reset, isResetFieldMissing('email'));
  const ofForm = useSelector(reset, resetEmailRefusal);
  const ofCode = useSelector(lock, codeEmailRefusal('resetpass'));
  const refused = ofForm ?? ofCode;
  return (
    <div className="gt-form__said">
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="large"
        spellCheck={false}
        maxLength={FIELD.email}
        required
        autoFocus={email === ''}
        readOnly={busy}
        value={email}
        error={refused === null ? null : t(refused)}
        hint={refused === null ? t('auth.resetEmailHint') : undefined}
        missing={isMissing ? t('auth.required') : undefined}
        onChange={(text) => {
          reset.send({ type: 'draft.changed', patch: { email: text } });
          lock.send({ type: 'email.edited' });
        }}
      />
    </div>
  );
}

interface PanelFormProps {
  form: RefObject<HTMLFormElement | null>;
  panel: 'register' | 'resetpass';
  lead: string;
  /** The names of the fields that are missing now. */
  missing: readonly string[];
  /** Why the server refused the last try. */
  refusal: NoticeText | null;
  busy: boolean;
  word: string;
  busyWord: string;
  /** Submits the form. @returns the name of the first field with an error, or null */
  submit: () => string | null;
  children: ReactNode;
}

/**
 * The form of a panel: its fields, the refusal and the submit button. Announces politely which required fields are missing
 * since a submit (decision 23: no toast, no dialog); a field leaves the list as soon as it is filled.
 */
function PanelForm(props: PanelFormProps) {
  const { form, panel, lead, missing, refusal, busy, word, busyWord, submit, children } = props;
  const t = useT();
  const [submits, setSubmits] = useState(0);
  return (
    <PanelCard panel={panel} lead={lead}>
      <form
        ref={form}
        className="gt-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const first = submit();
          setSubmits(submits + 1);
          if (first !== null) focusField(form.current, first);
        }}
      >
        {children}
        <div className="gt-visually-hidden" role="status">
          {missing.length > 0 && (
            // a new element at each submit, so that a repeated text is announced again
            <p key={submits}>{t('auth.stillMissing', { fields: missing.join(t('auth.fieldSeparator')) })}</p>
          )}
        </div>
        <Refusal text={refusal === null ? null : messageText(t, refusal)} />
        <Button variant="primary" type="submit" size="large" wide busy={busy} busyLabel={busyWord}>
          {word}
        </Button>
      </form>
    </PanelCard>
  );
}
