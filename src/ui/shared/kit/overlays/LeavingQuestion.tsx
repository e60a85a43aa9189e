import { useT } from '../../i18n/useT.ts';
import { Confirm } from './Confirm.tsx';

export interface LeavingQuestionProps {
  title: string;
  text: string;
  /** Label of the button that closes anyway. */
  leave: string;
  onLeave: () => void;
  onStay: () => void;
}

/** The confirmation before closing a form with unsaved input. */
export function LeavingQuestion({ title, text, leave, onLeave, onStay }: LeavingQuestionProps) {
  const t = useT();
  return (
    <Confirm
      title={title}
      destructive
      confirmLabel={leave}
      cancelLabel={t('order.confirmBack')}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{text}</p>
    </Confirm>
  );
}
