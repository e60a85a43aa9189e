import { useT } from '../../i18n/useT.ts';
import { Confirm } from './Confirm.tsx';

export interface LeavingQuestionProps {
  title: string;
  text: string;
  /** The word for closing all the same. */
  leave: string;
  onLeave: () => void;
  onStay: () => void;
}

/** Closing a form that holds something asks first. */
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
