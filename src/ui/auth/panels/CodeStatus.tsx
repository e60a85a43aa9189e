import { useSelector } from '@xstate/react';
import { CircleCheck, CircleX } from 'lucide-react';
import type { CodePurpose } from '../../../machines/auth/codeLock.machine.ts';
import {
  codeRefusalReason,
  codeSendRefusal,
  codeSentTo,
  secondsSaid,
} from '../../../machines/auth/codeLock.selectors.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { useAuthActor } from '../useAuthActor.ts';

/** Decision 14: the text for a reset must be true whether or not the account exists. */
const SENT = { register: 'auth.codeSent', resetpass: 'auth.resetCodeSent' };

/** Whether the code was sent. The height is reserved, so that nothing moves when a message appears. */
export function CodeStatus({ purpose, id }: { purpose: CodePurpose; id: string }) {
  const t = useT();
  const lock = useAuthActor('codeLock');
  const refusal = useSelector(lock, codeSendRefusal(purpose));
  const reason = useSelector(lock, codeRefusalReason(purpose));
  const sentTo = useSelector(lock, codeSentTo(purpose));
  return (
    <div className="gt-code__status">
      <div id={id}>
        <div role="alert">
          {refusal !== null && (
            <p className="gt-code__line gt-code__line--refused">
              <CircleX size={12} strokeWidth={1.75} aria-hidden="true" />
              <span>
                {messageText(t, refusal)}
                {reason !== null && <span className="gt-code__reason">{messageText(t, reason)}</span>}
              </span>
            </p>
          )}
        </div>
        <div role="status">
          {sentTo !== null && (
            <p className="gt-code__line gt-code__line--sent">
              <CircleCheck size={12} strokeWidth={1.75} aria-hidden="true" />
              <span>{t(SENT[purpose], { email: sentTo })}</span>
            </p>
          )}
        </div>
        {refusal === null && sentTo === null && <p className="gt-code__line">{t('auth.codeHint')}</p>}
      </div>
      <LockSaid />
    </div>
  );
}

/** Announces the lock to screen readers: at its start, at 30 and 10 seconds, and at its end. */
function LockSaid() {
  const t = useT();
  const seconds = useSelector(useAuthActor('codeLock'), secondsSaid);
  return (
    <p className="gt-visually-hidden" role="status">
      {seconds !== null && (seconds === 0 ? t('auth.lockOpened') : t('auth.lockSaid', { count: seconds }))}
    </p>
  );
}
