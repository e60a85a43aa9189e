import { shallowEqual, useSelector } from '@xstate/react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { INDUSTRIES, REG_TYPES } from '../../../contract/accounts.ts';
import { LANGUAGES } from '../../../contract/languages.ts';
import { FIELD } from '../../../contract/limits.ts';
import {
  codeEmailRefusal,
  firstToMend,
  formDraft,
  formRefusal,
  isSubmittingForm,
  markedMissing,
  saidOfField,
} from '../../machines/auth/authForms.selectors.ts';
import { type AuthDraft, type AuthField, inFormOrder } from '../../machines/auth/authForm.machine.ts';
import type { CodePurpose } from '../../machines/auth/codeLock.machine.ts';
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

const LABELS: Record<AuthField, string> = {
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

const useForm = (panel: CodePurpose) => useAuthActor(panel === 'register' ? 'registration' : 'passwordReset');

type TextOfDraft = Exclude<AuthField, 'regType' | 'industry'>;

/** Value, error and handlers of a text field. */
function useText(panel: CodePurpose, field: TextOfDraft) {
  const t = useT();
  const form = useForm(panel);
  const value = useSelector(form, (snapshot) => formDraft(snapshot)[field]);
  const isMissing = useSelector(form, (snapshot) => markedMissing(snapshot).includes(field));
  const message = useSelector(form, saidOfField(field));
  return {
    name: field,
    label: t(LABELS[field]),
    size: 'large',
    value,
    readOnly: useSelector(form, isSubmittingForm),
    missing: isMissing ? t('auth.required') : undefined,
    error: message === null ? null : t(message),
    onChange: (text: string) => form.send({ type: 'draft.changed', patch: { [field]: text } }),
    onBlur: () => form.send({ type: 'field.left', field }),
  } as const;
}

/** Type of account, names, company and its business. */
function WhoFields() {
  const t = useT();
  const form = useForm('register');
  const draft = useSelector(form, formDraft);
  const busy = useSelector(form, isSubmittingForm);
  const change = (patch: Partial<AuthDraft>) => form.send({ type: 'draft.changed', patch });
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
      <div className="gt-pair gt-gap-16">
        {LANGUAGES[shownLanguage()].names.map((field, at) => (
          <NameOf key={field} field={field} autoFocus={at === 0} />
        ))}
      </div>
      <TextField
        {...useText('register', 'company')}
        autoComplete="organization"
        maxLength={FIELD.company}
        required
        marked
      />
      <div className="gt-pair gt-gap-16 gt-form__pair--first">
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
        <TextField {...useText('register', 'nature')} autoComplete="off" maxLength={FIELD.nature} />
      </div>
    </>
  );
}

const NAME_AUTOCOMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;

function NameOf({ field, autoFocus }: { field: keyof typeof NAME_AUTOCOMPLETE; autoFocus: boolean }) {
  return (
    <TextField
      {...useText('register', field)}
      autoComplete={NAME_AUTOCOMPLETE[field]}
      maxLength={FIELD.name}
      required
      marked
      autoFocus={autoFocus}
    />
  );
}

/** The address, with its errors from the code button, and the code that proves it. */
function ContactFields({ panel, form }: { panel: CodePurpose; form: RefObject<HTMLFormElement | null> }) {
  const t = useT();
  const lock = useAuthActor('codeLock');
  const email = useText(panel, 'email');
  const code = useText(panel, 'vcode');
  const ofCode = useSelector(lock, codeEmailRefusal(panel));
  const error = email.error ?? (ofCode === null ? null : t(ofCode));
  const isReset = panel === 'resetpass';
  return (
    <>
      <div className="gt-form__said">
        <TextField
          {...email}
          type="email"
          autoComplete={isReset ? 'username' : 'email'}
          spellCheck={false}
          maxLength={FIELD.email}
          required
          marked={!isReset}
          autoFocus={isReset && email.value === ''}
          error={error}
          hint={error === null ? t(isReset ? 'auth.resetEmailHint' : 'auth.emailHint') : undefined}
          onChange={(text) => {
            email.onChange(text);
            lock.send({ type: 'email.edited' });
          }}
        />
      </div>
      <CodeField
        purpose={panel}
        email={email.value}
        value={code.value}
        missing={code.missing}
        readOnly={code.readOnly}
        marked={!isReset}
        autoFocus={isReset && email.value !== ''}
        onChange={code.onChange}
        onEmailRefused={() => focusField(form.current, 'email')}
      />
    </>
  );
}

/** The password and the invitation code. */
function AccountFields() {
  const t = useT();
  const isPhone = useMatches(PHONE);
  const password = useText('register', 'upass');
  return (
    <div className="gt-pair gt-gap-16 gt-form__pair--password gt-form__said">
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
        {...useText('register', 'salesRepCode')}
        autoComplete="off"
        spellCheck={false}
        maxLength={FIELD.invitationCode}
        aside=""
      />
    </div>
  );
}

/** §2 Register panel, §5 Register. */
export const RegisterPanel = () => (
  <PanelForm panel="register" words={{ lead: 'requiredMark', submit: 'register', busy: 'registering' }}>
    {(form) => (
      <>
        <WhoFields />
        <ContactFields panel="register" form={form} />
        <AccountFields />
      </>
    )}
  </PanelForm>
);

/** §2 Reset-password panel, §5 Reset. */
export const ResetPanel = () => (
  <PanelForm panel="resetpass" words={{ lead: 'resetLead', submit: 'resetSubmit', busy: 'resetting' }}>
    {(form) => <ContactFields panel="resetpass" form={form} />}
  </PanelForm>
);

interface PanelFormProps {
  panel: CodePurpose;
  /** Keys of the catalogue. */
  words: Record<'lead' | 'submit' | 'busy', string>;
  children: (form: RefObject<HTMLFormElement | null>) => ReactNode;
}

/**
 * The form of a panel: its fields, the refusal and the submit button. Announces politely which required fields are missing
 * since a submit (decision 23: no toast, no dialog); a field leaves the list as soon as it is filled.
 */
function PanelForm({ panel, words, children }: PanelFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const actor = useForm(panel);
  const missing = inFormOrder(useSelector(actor, markedMissing, shallowEqual), shownLanguage());
  const refusal = useSelector(actor, formRefusal);
  const [submits, setSubmits] = useState(0);
  return (
    <PanelCard panel={panel} lead={t(`auth.${words.lead}`)}>
      <form
        ref={form}
        className="gt-form gt-stack gt-gap-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'form.submitted' });
          setSubmits(submits + 1);
          const first = firstToMend(actor.getSnapshot(), shownLanguage());
          if (first !== null) focusField(form.current, first);
        }}
      >
        {children(form)}
        <div className="gt-visually-hidden" role="status">
          {missing.length > 0 && (
            // a new element at each submit, so that a repeated text is announced again
            <p key={submits}>
              {t('auth.stillMissing', {
                fields: missing.map((field) => t(LABELS[field])).join(t('auth.fieldSeparator')),
              })}
            </p>
          )}
        </div>
        <Refusal text={refusal === null ? null : messageText(t, refusal)} />
        <Button
          variant="primary"
          type="submit"
          size="large"
          wide
          busy={useSelector(actor, isSubmittingForm)}
          busyLabel={t(`auth.${words.busy}`)}
        >
          {t(`auth.${words.submit}`)}
        </Button>
      </form>
    </PanelCard>
  );
}
