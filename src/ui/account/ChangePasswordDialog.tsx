import { shallowEqual, useSelector } from '@xstate/react';
import { type ComponentProps, useId, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { passwordChangeMachine } from '../../machines/passwordChange.machine.ts';
import type { PasswordDraft } from '../../machines/passwordChange.rules.ts';
import {
  canClosePasswordChange,
  firstWrongPassword,
  isChangingPassword,
  isPasswordMissing,
  missingPasswordFields,
  passwordDraft,
  passwordFailure,
  saidOfPassword,
} from '../../machines/passwordChange.selectors.ts';
import { signedInUser } from '../../machines/portal.selectors.ts';
import { usePortalValue } from '../actors.tsx';
import { shownLocale } from '../i18n/language.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Note } from '../kit/Note.tsx';
import { PasswordField } from '../kit/PasswordField.tsx';

type Change = ActorRefFrom<typeof passwordChangeMachine>;
type FieldName = keyof PasswordDraft;

const LABELS: Readonly<Record<FieldName, string>> = {
  opwd: 'account.currentPassword',
  npwd: 'account.newPassword',
  npwdr: 'account.reenteredPassword',
};

/** §2 Change-password dialog: current, new and re-entered password; Close and Submit. */
export function ChangePasswordDialog({ change }: { change: Change }) {
  const t = useT();
  const formId = useId();
  const email = usePortalValue(signedInUser)?.email ?? '';
  const isBusy = useSelector(change, isChangingPassword);
  const canClose = useSelector(change, canClosePasswordChange);
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    change.send({ type: 'password.submitted' });
    const wrong = firstWrongPassword(change.getSnapshot());
    if (wrong !== null) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };
  const close = () => change.send({ type: 'dialog.closed' });
  return (
    <Dialog
      title={t('account.changePassword')}
      onClose={close}
      footer={
        <>
          <Button disabled={!canClose} onPress={close}>
            {t('common.close')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isBusy}
            busyLabel={t('account.submitting')}
          >
            {t('account.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className="gt-password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {/* tells password managers whose password this is */}
        <input
          className="gt-visually-hidden"
          type="text"
          name="username"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
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
    </Dialog>
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
  const said = useSelector(change, saidOfPassword(field));
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
      error={said === null ? null : t(said)}
      aside={isMissing ? <span className="gt-password__missing">{t('account.required')}</span> : undefined}
      onChange={(text) => change.send({ type: 'draft.changed', patch: { [field]: text } })}
      onBlur={() => change.send({ type: 'field.left', field })}
    />
  );
}

/** What a change will do, and in its place what became of the last try (§8: 'Failed: ' plus message). */
function Outcome({ change }: { change: Change }) {
  const t = useT();
  const failure = useSelector(change, passwordFailure);
  if (failure === null) return <p className="gt-password__note">{t('account.passwordEndsSessions')}</p>;
  const message = failure.reason === null ? t('account.passwordNoAnswer') : saidText(t, failure.reason);
  return <Note tone="err">{t('errors.passwordChangeFailed', { message })}</Note>;
}

/** Says the marks of the empty fields to those who do not see them. */
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
