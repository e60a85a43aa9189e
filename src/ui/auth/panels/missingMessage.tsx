import { useState } from 'react';
import { useT } from '../../shared/i18n/useT.ts';

/**
 * Announces politely which required fields were missing at submit (decision 23: no toast, no dialog).
 * @returns `say`, which takes the names of the missing fields, and `place`, the element to render in the form
 */
export function useMissingMessage() {
  const t = useT();
  const [message, setSaid] = useState({ times: 0, labels: [] as readonly string[] });
  const say = (labels: readonly string[]) => setSaid(({ times }) => ({ times: times + 1, labels }));
  const place = (
    <div className="gt-visually-hidden" role="status">
      {message.labels.length > 0 && (
        // a new element each time, so that a repeated text is announced again
        <p key={message.times}>
          {t('auth.stillMissing', { fields: message.labels.join(t('auth.fieldSeparator')) })}
        </p>
      )}
    </div>
  );
  return { say, place };
}
