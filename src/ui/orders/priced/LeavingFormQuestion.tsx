import { useT } from '../../shared/i18n/useT.ts';
import { LeavingQuestion } from '../../shared/kit/overlays/LeavingQuestion.tsx';
import type { PricedFormActor } from './pricedForm.ts';

interface LeavingFormQuestionProps {
  form: PricedFormActor;
  /** The section of the catalogue with the question's words. */
  words: 'tasking' | 'imageryExport';
}

/** Closing a form with changes asks first. */
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
