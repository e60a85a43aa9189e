import { useState } from 'react';
import { useT } from '../../shared/i18n/useT.ts';

/**
 * Announces politely which required fields are missing since a submit (decision 23: no toast, no dialog); a field leaves the
 * list as soon as it is filled.
 * @param labels the names of the fields that are missing now
 * @returns `repeat`, to call at each submit, and `place`, the element to render in the form
 */
export function useMissingMessage(labels: readonly string[]) {
  const t = useT();
  const [times, setTimes] = useState(0);
  const place = (
    <div className="gt-visually-hidden" role="status">
      {labels.length > 0 && (
        // a new element at each submit, so that a repeated text is announced again
        <p key={times}>{t('auth.stillMissing', { fields: labels.join(t('auth.fieldSeparator')) })}</p>
      )}
    </div>
  );
  return { repeat: () => setTimes(times + 1), place };
}
