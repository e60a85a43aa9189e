import { useState } from 'react';
import { useT } from '../../shared/i18n/useT.ts';

/**
 * Says once, politely, which required fields a tried submit lacked (decision 23: no toast, no dialog).
 * @returns `say`, which takes the names of the missing fields, and the `place` in the form where they are said
 */
export function useMissingMessage() {
  const t = useT();
  const [message, setSaid] = useState({ times: 0, labels: [] as readonly string[] });
  const say = (labels: readonly string[]) => setSaid(({ times }) => ({ times: times + 1, labels }));
  const place = (
    <div className="gt-visually-hidden" role="status">
      {message.labels.length > 0 && (
        // a new element each time, so that the same words are said again
        <p key={message.times}>
          {t('auth.stillMissing', { fields: message.labels.join(t('auth.fieldSeparator')) })}
        </p>
      )}
    </div>
  );
  return { say, place };
}
