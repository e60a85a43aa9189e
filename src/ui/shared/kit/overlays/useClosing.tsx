import { useState, type ReactNode } from 'react';
import { useT } from '../../i18n/useT.ts';
import { LeavingQuestion } from './LeavingQuestion.tsx';

/**
 * Closing a dialog, which asks first if that loses what was typed: by its buttons, Escape and a press outside alike.
 * @returns `close` for all of them, and the question, to render in the dialog
 */
export function useClosing(
  hasChanges: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const question = isAsked && hasChanges && (
    <LeavingQuestion
      title={t('closing.title')}
      text={t('closing.text')}
      leave={t('closing.leave')}
      onLeave={onClose}
      onStay={() => setAsked(false)}
    />
  );
  return { close: hasChanges ? () => setAsked(true) : onClose, question };
}
