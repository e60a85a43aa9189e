import { shallowEqual, useSelector } from '@xstate/react';
import { useRef } from 'react';
import {
  firstToMend,
  isRegistering,
  markedMissing,
  registrationRefusal,
} from '../../../machines/auth/registration.selectors.ts';
import { inFormOrder } from '../../../machines/auth/registration.rules.ts';
import { shownLanguage } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { focusField } from '../focusField.ts';
import { FormFoot } from './FormFoot.tsx';
import { useMissingMessage } from './missingMessage.tsx';
import { PanelCard } from '../PanelCard.tsx';
import { AccountFields, ContactFields, REGISTER_LABELS, WhoFields } from './RegisterFields.tsx';
import './forms.css';
import { useAuthActor } from '../useAuthActor.ts';

/** §2 Register panel, §5 Register. */
export function RegisterPanel() {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const registration = useAuthActor('registration');
  const busy = useSelector(registration, isRegistering);
  const refusal = useSelector(registration, registrationRefusal);
  const marked = useSelector(registration, markedMissing, shallowEqual);
  const missing = useMissingMessage(
    inFormOrder(marked, shownLanguage()).map((field) => t(REGISTER_LABELS[field])),
  );
  const submit = () => {
    registration.send({ type: 'registration.submitted' });
    missing.repeat();
    const first = firstToMend(registration.getSnapshot(), shownLanguage());
    if (first !== null) focusField(form.current, first);
  };
  return (
    <PanelCard panel="register" lead={t('auth.requiredMark')}>
      <form
        ref={form}
        className="gt-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <WhoFields />
        <ContactFields onEmailRefused={() => focusField(form.current, 'email')} />
        <AccountFields />
        {missing.place}
        <FormFoot refusal={refusal} busy={busy} word={t('auth.register')} busyWord={t('auth.registering')} />
      </form>
    </PanelCard>
  );
}
