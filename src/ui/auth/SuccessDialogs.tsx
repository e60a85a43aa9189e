import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { DIALOG_WIDTH } from '../../../contract/limits.ts';
import { formDraft, hasFormSucceeded } from '../../machines/auth/authForms.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useAuthActor } from './CodeField.tsx';

/** §2: a success dialog appears after registering or resetting; closing it returns to login. */
export const SuccessDialogs = () => (
  <>
    <SuccessDialog of="registration" says="registered" />
    <SuccessDialog of="passwordReset" says="resetDone" />
  </>
);

interface SuccessDialogProps {
  of: 'registration' | 'passwordReset';
  /** What its keys of the catalogue begin with. */
  says: string;
}

function SuccessDialog({ of, says }: SuccessDialogProps) {
  const t = useT();
  const textId = useId();
  const form = useAuthActor(of);
  const { email } = useSelector(form, formDraft);
  const leave = () => form.send({ type: 'success.left' });
  if (!useSelector(form, hasFormSucceeded)) return null;
  return (
    <KitLocale>
      <Dialog
        title={t(`auth.${says}Title`)}
        width={DIALOG_WIDTH.success}
        onClose={leave}
        footer={
          <Button variant="primary" autoFocus aria-describedby={textId} onPress={leave}>
            {t('auth.backToLogin')}
          </Button>
        }
      >
        <p id={textId} className="gt-anywhere">
          {t(`auth.${says}Text`, { email })}
        </p>
      </Dialog>
    </KitLocale>
  );
}
