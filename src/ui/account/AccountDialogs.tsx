import { shallowEqual, useSelector } from '@xstate/react';
import { type ComponentProps, useId, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { passwordChangeMachine, PasswordDraft } from '../../machines/account/passwordChange.machine.ts';
import {
  canClosePasswordChange,
  firstWrongPassword,
  hasTypedPasswords,
  isChangingPassword,
  isPasswordMissing,
  missingPasswordFields,
  saidOfPassword,
} from '../../machines/account/account.selectors.ts';
import { signedInUser } from '../../machines/session/portal.machine.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { shownLocale } from '../shared/i18n/language.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { PasswordField } from '../shared/kit/fields/PasswordField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { useClosing } from '../shared/kit/overlays/Confirm.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { PayRecordsDialog } from './PayRecordsDialog.tsx';

type Change = ActorRefFrom<typeof passwordChangeMachine>;
type FieldName = keyof PasswordDraft;

const LABELS: Readonly<Record<FieldName, string>> = {
  opwd: 'account.currentPassword',
  npwd: 'account.newPassword',
  npwdr: 'account.reenteredPassword',
};

/** The three passwords (§3 Password change). An invalid submit focuses the first field with an error. */
function PasswordForm({ change, id }: { change: Change; id: string }) {
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
      className="gt-password-form gt-stack gt-gap-8 gt-anchor"
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
      <div className="gt-password-form__last gt-grid gt-items-centre">
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
  const value = useSelector(change, ({ context }) => context.draft)[field];
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
      aside={
        isMissing ? <span className="gt-medium gt-err gt-caption">{t('account.required')}</span> : undefined
      }
      onChange={(text) => change.send({ type: 'draft.changed', patch: { [field]: text } })}
      onBlur={() => change.send({ type: 'field.left', field })}
    />
  );
}

/** The effect of a change, replaced by the failure of the last try (§8: 'Failed: ' plus message). */
function Outcome({ change }: { change: Change }) {
  const t = useT();
  const failure = useSelector(change, ({ context }) => context.failure);
  if (failure === null) return <p className="gt-quiet">{t('account.passwordEndsSessions')}</p>;
  return <Note tone="err">{t('errors.passwordChangeFailed', { message: messageText(t, failure) })}</Note>;
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

/** The account's dialogs, one at a time; they outlive the panel that opened them. */
export function AccountDialogs() {
  const account = useActorOf('account');
  const change = useSelector(account, ({ children }) => children.passwordChange);
  const records = useSelector(account, ({ children }) => children.payRecords);
  return (
    <>
      {change !== undefined && <ChangePasswordDialog change={change} />}
      {records !== undefined && <PayRecordsDialog records={records} />}
      <NewKeyDialog />
    </>
  );
}

/** §2 Change-password dialog: current, new and re-entered password; Close and Submit. */
function ChangePasswordDialog({ change }: { change: Change }) {
  const t = useT();
  const formId = useId();
  const isBusy = useSelector(change, isChangingPassword);
  const canClose = useSelector(change, canClosePasswordChange);
  const { close, question } = useClosing(useSelector(change, hasTypedPasswords), () =>
    change.send({ type: 'dialog.closed' }),
  );
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
      <PasswordForm id={formId} change={change} />
      {question}
    </Dialog>
  );
}
