import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { OfferedPrice } from '../../../../contract/orders/orders.ts';
import type { OrderedImages } from '../../../machines/orders/orderWarnings.rules.ts';
import type { PricedFormEvent } from '../../../machines/orders/pricedForm.rules.ts';
import {
  isPricing,
  type PricedForm,
  priceRefusal,
  submitMade,
} from '../../../machines/orders/pricedForm.selectors.ts';
import type { SceneDraft } from '../../../machines/orders/bought.rules.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { Skeleton } from '../../shared/kit/states/Loading.tsx';
import './priced.css';

interface PriceLineProps {
  form: PricedFormActor;
  term: string;
  /** Null while unknown. */
  value: string | null;
  /** Width of the placeholder while the price loads, px. */
  width?: number;
}

/** A factor of the price. */
export function PriceLine({ form, term, value, width = 84 }: PriceLineProps) {
  const t = useT();
  const isPending = useSelector(form, isPricing);
  return (
    <div className="gt-price__line gt-high-20 gt-across gt-between gt-gap-12 gt-muted">
      <dt>{term}</dt>
      <dd className="gt-flex gt-medium gt-ink gt-end">
        {value ?? (isPending ? <Skeleton width={width} height={10} /> : t('common.none'))}
      </dd>
    </div>
  );
}

interface PriceSumProps {
  form: PricedFormActor;
  label: string;
  /** Null while unknown. */
  sum: string | null;
}

/** The sum, labelled estimated (§9). */
export function PriceSum({ form, label, sum }: PriceSumProps) {
  const t = useT();
  const isPending = useSelector(form, isPricing);
  const isMade = useSelector(form, submitMade) !== null;
  return (
    <div className="gt-price__final gt-high-32 gt-across gt-wrap" role="status">
      <span className="gt-strong">{label}</span>
      {!isMade && <Badge>{t('order.estimated')}</Badge>}
      {sum === null ? (
        <span className="gt-push gt-inline gt-gap-8 gt-muted">
          {isPending && <Ring />}
          {t(isPending ? 'order.pricing' : 'common.none')}
        </span>
      ) : (
        <strong className="gt-headline gt-push">{sum}</strong>
      )}
    </div>
  );
}

interface PriceFailedProps {
  form: PricedFormActor;
  /** The remedy if trying again doesn't help. */
  action?: ReactNode;
}

/** §8 Price pre-check failure, with a button to try again. */
export function PriceFailed({ form, action }: PriceFailedProps) {
  const t = useT();
  const refusal = useSelector(form, priceRefusal);
  if (refusal === null) return null;
  return (
    <Note
      tone="err"
      title={messageText(t, refusal)}
      action={
        action ?? (
          <Button
            size="small"
            icon={<RotateCcw size={14} strokeWidth={1.75} />}
            onPress={() => form.send({ type: 'price.requested' })}
          >
            {t('common.tryAgain')}
          </Button>
        )
      }
    >
      <p>{t('order.priceFailed')}</p>
    </Note>
  );
}

export interface PricedFormActor<Form extends PricedForm = PricedForm, Draft = object> {
  getSnapshot(): Form;
  subscribe: AnyActorRef['subscribe'];
  send(event: PricedFormEvent<Draft>): void;
}

/** A new acquisition has a resolution, metres. */
type OrderDraft = SceneDraft & { resolution?: number };

/** The actor of either order form: scene order or tasking. */
export type OrderActor = PricedFormActor<
  PricedForm<
    OrderDraft,
    OfferedPrice,
    OrderedImages & {
      utype: number;
      termsUrl: string;
      deliverySeconds?: number | undefined;
      taxPercent?: number | undefined;
    }
  >,
  OrderDraft
>;
