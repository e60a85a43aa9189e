import { shallowEqual, useSelector } from '@xstate/react';
import { useRef } from 'react';
import { FIELD } from '../../../../contract/limits.ts';
import { codeEmailRefusal } from '../../../machines/auth/codeLock.selectors.ts';
import {
  firstOfResetToMend,
  isResetFieldMissing,
  isResetting,
  missingOfReset,
  resetDraft,
  resetEmailRefusal,
  resetRefusal,
} from '../../../machines/auth/passwordReset.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { TextField } from '../../shared/kit/fields/text/TextField.tsx';
import { CodeField } from './CodeField.tsx';
import { focusField } from '../focusField.ts';
import { FormFoot } from './FormFoot.tsx';
import { useMissingMessage } from './missingMessage.tsx';
import { PanelCard } from '../PanelCard.tsx';
import './forms.css';
import { useAuthActor } from '../useAuthActor.ts';

const LABELS = { email: 'auth.email', vcode: 'auth.verifyCode' };

/** §2 Reset-password panel, §5 Reset. */
export function ResetPanel() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const reset = useAuthActor('passwordReset');
  const draft = useSelector(reset, resetDraft);
  const busy = useSelector(reset, isResetting);
  const refusal = useSelector(reset, resetRefusal);
  const isCodeMissing = useSelector(reset, isResetFieldMissing('vcode'));
  const fields = useSelector(reset, missingOfReset, shallowEqual);
  const missing = useMissingMessage(fields.map((field) => t(LABELS[field])));
  const submit = () => {
    reset.send({ type: 'reset.submitted' });
    missing.repeat();
    const first = firstOfResetToMend(reset.getSnapshot());
    if (first !== null) focusField(form.current, first);
  };
  return (
    <PanelCard panel="resetpass" lead={t('auth.resetLead')}>
      <form
        ref={form}
        className="gt-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ResetEmail />
        <CodeField
          purpose="resetpass"
          email={draft.email}
          value={draft.vcode}
          missing={isCodeMissing ? t('auth.required') : undefined}
          readOnly={busy}
          autoFocus={draft.email !== ''}
          onChange={(vcode) => reset.send({ type: 'draft.changed', patch: { vcode } })}
          onEmailRefused={() => focusField(form.current, 'email')}
        />
        {missing.place}
        <FormFoot refusal={refusal} busy={busy} word={t('auth.resetSubmit')} busyWord={t('auth.resetting')} />
      </form>
    </PanelCard>
  );
}

/** The address of the account, with its errors from the code button. */
function ResetEmail() {
  const t = useT();
  const reset = useAuthActor('passwordReset');
  const lock = useAuthActor('codeLock');
  const { email } = useSelector(reset, resetDraft);
  const busy = useSelector(reset, isResetting);
  const isMissing = useSelector(reset, isResetFieldMissing('email'));
  const ofForm = useSelector(reset, resetEmailRefusal);
  const ofCode = useSelector(lock, codeEmailRefusal('resetpass'));
  const refused = ofForm ?? ofCode;
  return (
    <div className="gt-form__said">
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="large"
        spellCheck={false}
        maxLength={FIELD.email}
        required
        autoFocus={email === ''}
        readOnly={busy}
        value={email}
        error={refused === null ? null : t(refused)}
        hint={refused === null ? t('auth.resetEmailHint') : undefined}
        missing={isMissing ? t('auth.required') : undefined}
        onChange={(text) => {
          reset.send({ type: 'draft.changed', patch: { email: text } });
          lock.send({ type: 'email.edited' });
        }}
      />
    </div>
  );
}
