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

/** Decision 14: what is said of a reset is true whether or not the address is known. */
const SENT = { register: 'auth.codeSent', resetpass: 'auth.resetCodeSent' };

/** What became of the code that was asked for. Its room is always there, so nothing moves when it speaks. */
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

/** The lock for those who do not see the button: at its start, at 30 and 10 seconds, and when it is open. */
function LockSaid() {
  const t = useT();
  const seconds = useSelector(useAuthActor('codeLock'), secondsSaid);
  return (
    <p className="gt-visually-hidden" role="status">
      {seconds !== null && (seconds === 0 ? t('auth.lockOpened') : t('auth.lockSaid', { count: seconds }))}
    </p>
  );
}
