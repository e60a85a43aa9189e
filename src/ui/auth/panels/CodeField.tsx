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

/** The widest that the seconds get. */
const WIDEST_SECONDS = 60;

interface CodeFieldProps {
  purpose: CodePurpose;
  /** Where the code goes. */
  email: string;
  value: string;
  onChange: (value: string) => void;
  /** The word for a code that a tried submit lacked. */
  missing?: string | undefined;
  readOnly: boolean;
  marked?: boolean | undefined;
  /** Puts the focus on the button: the address is known already. */
  autoFocus?: boolean | undefined;
  /** The address is missing or wrong: its field says so and takes the focus. */
  onEmailRefused: () => void;
}

/** The verify code with the button that has it sent (§4), and below them what became of that. */
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
          // a full code is as long as it should be, so nothing is counted
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

/** The word of the button; why it is closed is the word itself. All of them have their room, so its width stays. */
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
