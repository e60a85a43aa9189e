import { useSelector } from '@xstate/react';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import type { SnapshotFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { authMachine } from '../../machines/auth/auth.machine.ts';
import type { CodePurpose } from '../../machines/auth/codeLock.machine.ts';
import {
  canRequestCode,
  codeEmailRefusal,
  codeRefusalReason,
  codeSendRefusal,
  codeSentTo,
  isCodeAsked,
  isSendingCode,
  secondsSaid,
} from '../../machines/auth/authForms.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';

type AuthChildren = SnapshotFrom<typeof authMachine>['children'];

/** A child of the auth panels by name. @throws Error if it isn't running: only for use inside the panels */
export function useAuthActor<Name extends keyof AuthChildren & string>(
  name: Name,
): NonNullable<AuthChildren[Name]> {
  const actor = useSelector(useActorOf('auth'), (snapshot) => snapshot.children[name]);
  if (actor === undefined) throw new Error(`${name} does not run`);
  return actor;
}

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
    <div>
      <div className="gt-code__row gt-grid gt-gap-16">
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
  const seconds = useSelector(lock, ({ context }) => context.secondsLeft);
  const isAsked = useSelector(lock, isCodeAsked(purpose));
  const rooms = [
    t('auth.sendCode'),
    t('auth.sendCodeAgain'),
    t('auth.sendCodeIn', { seconds: WIDEST_SECONDS }),
  ];
  const open = t(isAsked ? 'auth.sendCodeAgain' : 'auth.sendCode');
  return (
    <span className="gt-code__words gt-justify-centre gt-grid">
      <span>{seconds > 0 ? t('auth.sendCodeIn', { seconds }) : open}</span>
      {rooms.map((word) => (
        <span key={word} className="gt-code__room" aria-hidden="true">
          {word}
        </span>
      ))}
    </span>
  );
}

/** Decision 14: the text for a reset must be true whether or not the account exists. */
const SENT = { register: 'auth.codeSent', resetpass: 'auth.resetCodeSent' };

/** Whether the code was sent. The height is reserved, so that nothing moves when a message appears. */
function CodeStatus({ purpose, id }: { purpose: CodePurpose; id: string }) {
  const t = useT();
  const lock = useAuthActor('codeLock');
  const refusal = useSelector(lock, codeSendRefusal(purpose));
  const reason = useSelector(lock, codeRefusalReason(purpose));
  const sentTo = useSelector(lock, codeSentTo(purpose));
  return (
    <div className="gt-code__status gt-room-above-4">
      <div id={id}>
        <div role="alert">
          {refusal !== null && (
            <p className="gt-flex gt-start gt-gap-4 gt-shrink gt-anywhere gt-secondary gt-err">
              <CircleX className="gt-above-2" size={12} strokeWidth={1.75} aria-hidden="true" />
              <span>
                {messageText(t, refusal)}
                {reason !== null && <span className="gt-block gt-muted">{messageText(t, reason)}</span>}
              </span>
            </p>
          )}
        </div>
        <div role="status">
          {sentTo !== null && (
            <p className="gt-flex gt-start gt-gap-4 gt-shrink gt-anywhere gt-quiet">
              <CircleCheck className="gt-above-2 gt-ok" size={12} strokeWidth={1.75} aria-hidden="true" />
              <span>{t(SENT[purpose], { email: sentTo })}</span>
            </p>
          )}
        </div>
        {refusal === null && sentTo === null && (
          <p className="gt-flex gt-start gt-gap-4 gt-shrink gt-anywhere gt-caption gt-faint">
            {t('auth.codeHint')}
          </p>
        )}
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
