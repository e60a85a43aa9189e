import { useT } from '../../shared/i18n/useT.ts';
import { LeavingQuestion } from '../../shared/kit/overlays/LeavingQuestion.tsx';
import type { PricedFormActor } from './pricedForm.ts';

interface LeavingFormQuestionProps {
  form: PricedFormActor;
  /** Section of the message catalogue for the question. */
  words: 'tasking' | 'imageryExport';
}

/** Asks before a form with changes is closed. */
export function LeavingFormQuestion({ form, words }: LeavingFormQuestionProps) {
  const t = useT();
  return (
    <LeavingQuestion
      title={t(`${words}.leaveTitle`)}
      text={t(`${words}.leaveText`)}
      leave={t(`${words}.leave`)}
      onLeave={() => form.send({ type: 'leaving.confirmed' })}
      onStay={() => form.send({ type: 'leaving.declined' })}
    />
  );
}
