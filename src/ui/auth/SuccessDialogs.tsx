import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { DIALOG_WIDTH } from '../../../contract/limits.ts';
import {
  isRegistered,
  isReset,
  registrationDraft,
  resetDraft,
} from '../../machines/auth/authForms.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useAuthActor } from './CodeField.tsx';

/** §2: a success dialog appears after registering or resetting; closing it returns to login. */
export function SuccessDialogs() {
  const t = useT();
  const registration = useAuthActor('registration');
  const reset = useAuthActor('passwordReset');
  const hasRegistered = useSelector(registration, isRegistered);
  const hasReset = useSelector(reset, isReset);
  if (hasRegistered) {
    return (
      <SuccessDialog
        title={t('auth.registeredTitle')}
        text={t('auth.registeredText', { email: registrationDraft(registration.getSnapshot()).email })}
        onLeave={() => registration.send({ type: 'success.left' })}
      />
    );
  }
  if (!hasReset) return null;
  return (
    <SuccessDialog
      title={t('auth.resetDoneTitle')}
      text={t('auth.resetDoneText', { email: resetDraft(reset.getSnapshot()).email.trim() })}
      onLeave={() => reset.send({ type: 'success.left' })}
    />
  );
}

interface SuccessDialogProps {
  title: string;
  text: string;
  onLeave: () => void;
}

function SuccessDialog({ title, text, onLeave }: SuccessDialogProps) {
  const t = useT();
  const textId = useId();
  return (
    <KitLocale>
      <Dialog
        title={title}
        width={DIALOG_WIDTH.success}
        onClose={onLeave}
        footer={
          <Button variant="primary" autoFocus aria-describedby={textId} onPress={onLeave}>
            {t('auth.backToLogin')}
          </Button>
        }
      >
        <p id={textId} className="gt-anywhere">
          {text}
        </p>
      </Dialog>
    </KitLocale>
  );
}
