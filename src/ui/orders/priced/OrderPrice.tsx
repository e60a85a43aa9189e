import { Reasoned } from '../../shared/kit/overlays/Reasoned.tsx';
import { useSelector } from '@xstate/react';
import { Printer } from 'lucide-react';
import { levelFactor } from '../../../../contract/orders/price.ts';
import {
  canQuote,
  formDraft,
  formerPrice,
  formInput,
  formPrice,
  submitMade,
  submitRefusal,
} from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { formatFactors, unitPriceLabel } from '../../shared/i18n/factors.ts';
import { formatArea, formatFixed, formatMoney } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { RefusalNote } from '../../shared/RefusalNote.tsx';
import { LostReply } from './LostReply.tsx';
import type { OrderActor } from './pricedForm.ts';
import { PriceFailed, PriceLine, PriceSum } from './PriceParts.tsx';

/** §9: unit price × level factor × valuation area × discount = final price, labelled estimated. */
export function OrderPrice({ form }: { form: OrderActor }) {
  const t = useT();
  const { areaKm2 } = useSelector(form, formInput).aoi;
  const level = useSelector(form, formDraft).productLevel;
  const price = useSelector(form, formPrice);
  const refusal = useSelector(form, submitRefusal);
  const factors = price && formatFactors(price, level);
  const made = useSelector(form, submitMade);
  const sum = made?.finalPrice ?? price?.finalPrice ?? null;
  const times = (what: string) => t('order.times', { what });
  return (
    <section className="gt-price" aria-label={t('order.finalPrice')}>
      <dl className="gt-price__lines">
        <PriceLine form={form} term={t('order.aoiArea')} value={formatArea(areaKm2)} />
        <PriceLine
          form={form}
          term={t(price ? unitPriceLabel(price) : 'order.unitPrice')}
          value={factors && t('order.perArea', { price: `$${factors.unitPrice}` })}
          width={72}
        />
        <PriceLine
          form={form}
          term={times(t('order.levelFactor', { level }))}
          value={formatFixed(levelFactor(level), 2)}
        />
        <PriceLine
          form={form}
          term={times(t('order.valuationArea'))}
          value={factors && `${factors.valuationArea} km²`}
          width={88}
        />
        <PriceLine
          form={form}
          term={times(t('order.discount'))}
          value={factors && factors.discount}
          width={36}
        />
      </dl>
      {price?.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-price__minimum">{t('order.minimumArea', { area: formatArea(price.minimumArea) })}</p>
      )}
      <PriceSum form={form} label={t('order.finalPrice')} sum={sum === null ? null : formatMoney(sum)} />
      {price !== null && <QuoteButton form={form} />}
      <PriceFailed form={form} />
      <PriceChanged form={form} />
      <LostReply form={form} words="order" />
      <RefusalNote refusal={refusal} reason={{ key: 'order.submitRefused' }} />
    </section>
  );
}

/** Opens the printable quote. */
function QuoteButton({ form }: { form: OrderActor }) {
  const t = useT();
  const isOpen = useSelector(form, canQuote);
  const hasPrice = useSelector(form, formPrice) !== null;
  return (
    <Reasoned reason={isOpen ? null : t(hasPrice ? 'quote.submitting' : 'quote.waits')}>
      {(closed) => (
        <Button
          {...closed}
          variant="text"
          size="small"
          icon={<Printer size={14} strokeWidth={1.75} />}
          onPress={() => form.send({ type: 'quote.requested' })}
        >
          {t('quote.open')}
          <span className="gt-visually-hidden"> ({t('order.opensNewTab')})</span>
        </Button>
      )}
    </Reasoned>
  );
}

/** Both sums, if the server's price differs from the confirmed one (decision 6). */
function PriceChanged({ form }: { form: OrderActor }) {
  const t = useT();
  const price = useSelector(form, formPrice);
  const former = useSelector(form, formerPrice);
  if (former === null || price === null) return null;
  return (
    <Note tone="warn" title={t('errors.priceChanged')}>
      <p>
        {t('order.priceChangedSums', {
          before: formatMoney(former.finalPrice),
          now: formatMoney(price.finalPrice),
        })}
      </p>
    </Note>
  );
}
