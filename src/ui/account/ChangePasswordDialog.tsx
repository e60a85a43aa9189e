import { useSelector } from '@xstate/react';
import { useId } from 'react';
import {
  canClosePasswordChange,
  hasTypedPasswords,
  isChangingPassword,
} from '../../machines/account/passwordChange.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useClosing } from '../shared/kit/overlays/useClosing.tsx';
import { type Change, PasswordForm } from './PasswordForm.tsx';

/** §2 Change-password dialog: current, new and re-entered password; Close and Submit. */
export function ChangePasswordDialog({ change }: { change: Change }) {
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
