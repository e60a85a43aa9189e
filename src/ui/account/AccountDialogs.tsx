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
import type { payRecordsMachine } from '../../machines/account/payRecords.machine.ts';
import { signedInUser } from '../../machines/session/portal.machine.ts';
import { listTotal, pageCountOf } from '../../machines/shared/pages.rules.ts';
import { ListOrState, ListPager } from '../shared/ListOrState.tsx';
import { useActorOf, usePortal, usePortalValue } from '../shared/actors.tsx';
import { formatMoney, UNKNOWN } from '../shared/i18n/formats.ts';
import { shownLocale } from '../shared/i18n/language.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { PasswordField } from '../shared/kit/fields/PasswordField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { DataTable } from '../shared/kit/layout/DataTable.tsx';
import { useClosing } from '../shared/kit/overlays/Confirm.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

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
      className="gt-password gt-stack gt-anchor"
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
      <div className="gt-password__last gt-grid gt-items-centre">
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

type Records = ActorRefFrom<typeof payRecordsMachine>;

/** §2: the payment records, ten a page. The height stays that of a full page, so that nothing moves. */
function PayRecordsDialog({ records }: { records: Records }) {
  const t = useT();
  const total = useSelector(records, listTotal);
  return (
    <Dialog
      title={t('account.payRecords')}
      onClose={() => records.send({ type: 'dialog.closed' })}
      footer={pageCountOf(total) === 1 ? undefined : <ListPager list={records} total={total} stays />}
    >
      <div className="gt-pay-records" data-bare={total === 0 || undefined}>
        <Page records={records} />
      </div>
    </Dialog>
  );
}

/** The rows of a page, or its failed, loading or empty state. */
function Page({ records }: { records: Records }) {
  const t = useT();
  const portal = usePortal();
  const list = useSelector(records, ({ context }) => context.list);
  return (
    <ListOrState
      list={records}
      isEmpty={list.length === 0}
      unaffected={t('account.unaffected')}
      loading={<Loading label={t('account.payRecordsLoading')} rows={4} rowHeight={52} />}
      empty={
        <EmptyList
          words="account.payRecordsEmpty"
          step={t('orders.goSearch')}
          onStep={() => {
            records.send({ type: 'dialog.closed' });
            portal.send({ type: 'panel.requested', panel: 'search' });
          }}
        />
      }
    >
      {(isLoading) => (
        <DataTable
          caption={t('account.payRecords')}
          columns={[{ label: t('account.orderNum') }, { label: t('account.cost'), end: true }]}
          rows={list.map(({ id, orderNum, cost }) => ({
            key: id,
            cells: [orderNum, cost === null ? UNKNOWN : formatMoney(cost)],
          }))}
          busy={isLoading}
        />
      )}
    </ListOrState>
  );
}
