import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { FIELD } from '../../../../contract/limits.ts';
import type { CodePurpose } from '../../../machines/auth/codeLock.machine.ts';
import {
  canRequestCode,
  codeEmailRefusal,
  isCodeAsked,
  isSendingCode,
  lockSeconds,
} from '../../../machines/auth/codeLock.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { TextField } from '../../shared/kit/fields/text/TextField.tsx';
import { CodeStatus } from './CodeStatus.tsx';
import { useAuthActor } from '../useAuthActor.ts';

/** The seconds with the widest text. */
const WIDEST_SECONDS = 60;

interface CodeFieldProps {
  purpose: CodePurpose;
  /** The recipient of the code. */
  email: string;
  value: string;
  onChange: (value: string) => void;
  /** The message for a code that was missing at submit. */
  missing?: string | undefined;
  readOnly: boolean;
  marked?: boolean | undefined;
  /** Focuses the button, for an address that is already known. */
  autoFocus?: boolean | undefined;
  /** Called if the address is missing or invalid: its field shows the error and takes the focus. */
  onEmailRefused: () => void;
}

/** The verify code field with its send button (§4), and the status of the sending below. */
export function CodeField(props: CodeFieldProps) {
  const { purpose, email, value, onChange, missing, readOnly, marked, autoFocus, onEmailRefused } = props;
  const t = useT();
  const lock = useAuthActor('codeLock');
  const sending = useSelector(lock, isSendingCode(purpose));
  const canRequest = useSelector(lock, canRequestCode);
  const statusId = useId();
  const request = () => {
    lock.send({ type: 'code.requested', purpose, email });
    if (codeEmailRefusal(purpose)(lock.getSnapshot()) !== null) onEmailRefused();
  };
  return (
    <div className="gt-code">
      <div className="gt-code__row">
        <TextField
          label={t('auth.verifyCode')}
          name="vcode"
          size="large"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={FIELD.verifyCode}
          // no character counter: the code has a fixed length
          aside=""
          required
          marked={marked}
          missing={missing}
          describedBy={statusId}
          value={value}
          readOnly={readOnly}
          onChange={onChange}
        />
        <Button
          size="large"
          busy={sending}
          busyLabel={t('auth.sendingCode')}
          closed={!canRequest && !sending}
          autoFocus={autoFocus}
          onPress={request}
        >
          <ButtonWords purpose={purpose} />
        </Button>
      </div>
      <CodeStatus purpose={purpose} id={statusId} />
    </div>
  );
}

/** The button's label, which includes the lock time. All labels are rendered to keep the width constant. */
function ButtonWords({ purpose }: { purpose: CodePurpose }) {
  const t = useT();
  const lock = useAuthActor('codeLock');
  const seconds = useSelector(lock, lockSeconds);
  const isAsked = useSelector(lock, isCodeAsked(purpose));
  const rooms = [
    t('auth.sendCode'),
    t('auth.sendCodeAgain'),
    t('auth.sendCodeIn', { seconds: WIDEST_SECONDS }),
  ];
  const open = t(isAsked ? 'auth.sendCodeAgain' : 'auth.sendCode');
  return (
    <span className="gt-code__words">
      <span>{seconds > 0 ? t('auth.sendCodeIn', { seconds }) : open}</span>
      {rooms.map((word) => (
        <span key={word} className="gt-code__room" aria-hidden="true">
          {word}
        </span>
      ))}
    </span>
  );
}
