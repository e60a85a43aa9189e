import { useSelector } from '@xstate/react';
import { Lock, Mail } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { LANGUAGES } from '../../../contract/languages.ts';
import { FIELD } from '../../../contract/limits.ts';
import { type authMachine, isLoggingIn, sessionEnded, typedEmail } from '../../machines/auth/auth.machine.ts';
import { offeredLanguage } from '../../machines/shared/preferences.selectors.ts';
import { useActorIf } from '../shared/actors.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { PasswordField } from '../shared/kit/fields/PasswordField.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import { focusField, Refusal } from './AuthCard.tsx';

/**
 * One line in the browser's language, which switches to it.
 * @param onSwitched called when the line goes
 */
function LanguageOffer({ onSwitched }: { onSwitched: () => void }) {
  const preferences = useActorIf('preferences');
  const offered = useSelector(preferences, (one) => (one === undefined ? null : offeredLanguage(one)));
  if (offered === null) return null;
  return (
    <button
      type="button"
      className="gt-link gt-label"
      lang={LANGUAGES[offered].page}
      onClick={() => {
        preferences?.send({ type: 'language.chosen', language: offered });
        onSwitched();
      }}
    >
      {LANGUAGES[offered].offer}
    </button>
  );
}

interface LoginPanelProps {
  auth: ActorRefFrom<typeof authMachine>;
  appName: string;
}

/** §2 Login panel. The typed values stay in the component until they are submitted. */
export function LoginPanel({ auth, appName }: LoginPanelProps) {
  const t = useT();
  // the address typed in another panel is the initial value
  const [known] = useState(() => typedEmail(auth.getSnapshot()));
  const [uname, setUname] = useState(known);
  const [upass, setUpass] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // in an effect: a success dialog that closes over this panel holds the focus until its effects have ended
  useEffect(() => focusField(form.current, known === '' ? 'uname' : 'upass'), [known]);
  const refusal = useSelector(auth, ({ context }) => context.refusal);
  const busy = useSelector(auth, isLoggingIn);
  const registrationAllowed = useSelector(auth, ({ context }) => context.opening.registrationAllowed);
  const ended = useSelector(auth, sessionEnded);
  const edited = () => auth.send({ type: 'login.edited' });
  const refused = refusal === null ? null : messageText(t, refusal);
  // §5 Login: 'both fields required' marks the empty ones
  const isEmpty = refusal?.key === 'errors.loginEmpty';
  return (
    <section
      className="gt-auth__card gt-clip gt-wide gt-surface gt-round-panel"
      aria-labelledby="gt-auth-title"
    >
      <form
        ref={form}
        className="gt-auth__form gt-stack gt-gap-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          auth.send({ type: 'login.submitted', uname, upass });
        }}
      >
        <div>
          <h1 id="gt-auth-title" className="gt-headline">
            {t('auth.loginTitle', { appName })}
          </h1>
          {ended === null ? (
            <p className="gt-auth__subtitle gt-muted">{t('auth.loginSubtitle')}</p>
          ) : (
            <p className="gt-auth__subtitle gt-muted" role="status">
              {messageText(t, ended)}
            </p>
          )}
          <LanguageOffer onSwitched={() => focusField(form.current, 'uname')} />
        </div>
        <TextField
          label={t('auth.email')}
          type="email"
          name="uname"
          autoComplete="username"
          size="large"
          icon={<Mail size={16} strokeWidth={1.6} aria-hidden="true" />}
          value={uname}
          maxLength={FIELD.email}
          required
          spellCheck={false}
          invalid={isEmpty && uname.trim() === ''}
          onChange={(text) => {
            setUname(text);
            edited();
          }}
        />
        <div className="gt-anchor">
          <PasswordField
            label={t('auth.password')}
            name="upass"
            autoComplete="current-password"
            size="large"
            icon={<Lock size={16} strokeWidth={1.6} aria-hidden="true" />}
            value={upass}
            maxLength={FIELD.password}
            required
            invalid={isEmpty && upass === ''}
            aside={null}
            onChange={(text) => {
              setUpass(text);
              edited();
            }}
            next={
              <>
                <Refusal text={refused} />
                <Button
                  variant="primary"
                  type="submit"
                  size="large"
                  wide
                  busy={busy}
                  busyLabel={t('auth.loggingIn')}
                >
                  {t('auth.login')}
                </Button>
              </>
            }
          />
          {/* next to the label but after the button, so that Tab goes from the password to the log-in */}
          <button
            type="button"
            className="gt-link gt-auth__reset gt-label"
            onClick={() => auth.send({ type: 'panel.chosen', panel: 'resetpass', email: uname.trim() })}
          >
            {t('auth.resetPassword')}
          </button>
        </div>
      </form>
      {registrationAllowed && (
        <p className="gt-auth__register gt-flex gt-wrap gt-muted gt-sunken gt-edge-above">
          <span>{t('auth.newHere')}</span>
          <button
            type="button"
            className="gt-link"
            onClick={() => auth.send({ type: 'panel.chosen', panel: 'register', email: uname.trim() })}
          >
            {t('auth.registerAccount')}
          </button>
        </p>
      )}
    </section>
  );
}
