import { useSelector } from '@xstate/react';
import { lostReply, submitMade } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatTime } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import type { PricedFormActor } from './pricedForm.ts';
import './lostReply.css';

interface LostReplyProps {
  form: PricedFormActor;
  /** The section of the catalogue for what the form makes. */
  words: 'order' | 'imageryExport';
}

/** The price may be scrolled out of view. */
function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

/** What is known after a submit whose reply was lost (decision 140): announced once for each outcome. */
export function LostReply({ form, words }: LostReplyProps) {
  const t = useT();
  const state = useSelector(form, lostReply);
  const made = useSelector(form, submitMade);
  return (
    <div role="status" className="gt-lost-reply">
      {state === 'checking' && (
        <Note tone="warn" role="presentation" ref={intoView} icon={<Ring />} title={t('order.lost.title')}>
          <p>{t(`${words}.lost.checking`)}</p>
          <div className="gt-lost-reply__progress" aria-hidden="true" />
          <p>{t('order.lost.sentOnce')}</p>
        </Note>
      )}
      {state === 'unknown' && (
        <Note tone="warn" role="presentation" ref={intoView} title={t('order.lost.title')}>
          <p>{t(`${words}.lost.unknown`)}</p>
        </Note>
      )}
      {state === 'found' && made !== null && (
        <Note tone="ok" role="presentation" ref={intoView} title={t(`${words}.lost.found`)}>
          <p>
            {made.num} · {made.name}
          </p>
          <p>{t('order.lost.taken', { time: formatTime(made.ctime) })}</p>
        </Note>
      )}
      {state === 'nothing' && (
        <Note tone="info" role="presentation" ref={intoView} title={t(`${words}.lost.nothing`)}>
          <p>{t('order.lost.closed')}</p>
        </Note>
      )}
    </div>
  );
}
