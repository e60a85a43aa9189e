import { shallowEqual, useSelector } from '@xstate/react';
import { type ComponentProps, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { passwordChangeMachine } from '../../machines/account/passwordChange.machine.ts';
import type { PasswordDraft } from '../../machines/account/passwordChange.rules.ts';
import {
  firstWrongPassword,
  isChangingPassword,
  isPasswordMissing,
  missingPasswordFields,
  passwordDraft,
  passwordFailure,
  saidOfPassword,
} from '../../machines/account/passwordChange.selectors.ts';
import { signedInUser } from '../../machines/session/portal/portal.selectors.ts';
import { usePortalValue } from '../shared/actors.tsx';
import { shownLocale } from '../shared/i18n/language.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Note } from '../shared/kit/figures/Note.tsx';
import { PasswordField } from '../shared/kit/fields/text/PasswordField.tsx';

export type Change = ActorRefFrom<typeof passwordChangeMachine>;
type FieldName = keyof PasswordDraft;

const LABELS: Readonly<Record<FieldName, string>> = {
  opwd: 'account.currentPassword',
  npwd: 'account.newPassword',
  npwdr: 'account.reenteredPassword',
};

/** The three passwords (§3 Password change). An invalid submit focuses the first field with an error. */
export function PasswordForm({ change, id }: { change: Change; id: string }) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    change.send({ type: 'password.submitted' });
    const wrong = firstWrongPassword(change.getSnapshot());
    if (wrong !== null) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <form
      id={id}
      ref={form}
      className="gt-password"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Owner />
      <Password change={change} field="opwd" autoComplete="current-password" autoFocus />
      <Password
        change={change}
        field="npwd"
        autoComplete="new-password"
        placeholder={t('account.newPasswordHint')}
      />
      <Password change={change} field="npwdr" autoComplete="new-password" />
      <div className="gt-password__last">
        <Outcome change={change} />
      </div>
      <StillMissing change={change} />
    </form>
  );
}

/** Tells password managers which account the passwords belong to. */
function Owner() {
  const user = usePortalValue(signedInUser);
  return (
    <input
      className="gt-visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={user?.email ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

interface PasswordProps extends Pick<
  ComponentProps<typeof PasswordField>,
  'autoComplete' | 'autoFocus' | 'placeholder'
> {
  change: Change;
  field: FieldName;
}

function Password({ change, field, ...native }: PasswordProps) {
  const t = useT();
  const value = useSelector(change, passwordDraft)[field];
  const isMissing = useSelector(change, isPasswordMissing(field));
  const message = useSelector(change, saidOfPassword(field));
  const isBusy = useSelector(change, isChangingPassword);
  return (
    <PasswordField
      {...native}
      label={t(LABELS[field])}
      name={field}
      value={value}
      maxLength={FIELD.password}
      required
      readOnly={isBusy}
      invalid={isMissing}
      error={message === null ? null : t(message)}
      aside={isMissing ? <span className="gt-password__missing">{t('account.required')}</span> : undefined}
      onChange={(text) => change.send({ type: 'draft.changed', patch: { [field]: text } })}
      onBlur={() => change.send({ type: 'field.left', field })}
    />
  );
}

/** The effect of a change, replaced by the failure of the last try (§8: 'Failed: ' plus message). */
function Outcome({ change }: { change: Change }) {
  const t = useT();
  const failure = useSelector(change, passwordFailure);
  if (failure === null) return <p className="gt-password__note">{t('account.passwordEndsSessions')}</p>;
  const message = failure.reason === null ? t('account.passwordNoAnswer') : messageText(t, failure.reason);
  return <Note tone="err">{t('errors.passwordChangeFailed', { message })}</Note>;
}

/** Announces the empty fields to screen readers. */
function StillMissing({ change }: { change: Change }) {
  const t = useT();
  const missing = useSelector(change, missingPasswordFields, shallowEqual);
  const names = new Intl.ListFormat(shownLocale()).format(missing.map((field) => t(LABELS[field])));
  return (
    <p className="gt-visually-hidden" role="status">
      {missing.length > 0 && t('account.stillMissing', { fields: names })}
    </p>
  );
}
