import { useSelector } from '@xstate/react';
import type { ImageryExportEstimate } from '../../../../contract/imagery.ts';
import { fittingResolution, type ImageryExportDraft } from '../../../machines/imagery/imageryExport.rules.ts';
import { exportCreditsRefusal } from '../../../machines/imagery/imageryExport.selectors.ts';
import { formDraft, formPrice, priceRefusal } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { PriceFailed, PriceLine, PriceSum } from '../../orders/priced/PriceParts.tsx';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea, formatBytes, formatGsd, formatNumber } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { type Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import './imageryExport.css';

export const credits = (t: Translate, count: number): string =>
  t('account.amount', { count, amount: formatNumber(count) });

/** §5: the cost in credits against the balance, and the largest possible size of the file. */
export function ImageryExportPrice() {
  const t = useT();
  const form = useActorOf('imageryExport');
  const price = useSelector(form, formPrice);
  const short = useSelector(form, exportCreditsRefusal);
  const fitting = fittingResolution(useSelector(form, formDraft), useSelector(form, priceRefusal));
  return (
    <section className="gt-price gt-export-price" aria-label={t('imageryExport.cost')}>
      <dl className="gt-price__lines">
        <EstimateLines estimate={price?.estimate ?? null} />
        <PriceLine form={form} term={t('imageryExport.balance')} value={price && credits(t, price.balance)} />
      </dl>
      <PriceSum form={form} label={t('imageryExport.cost')} sum={price && credits(t, price.cost)} />
      {price !== null && short === null && (
        <p className="gt-price__minimum">
          {t('imageryExport.left', { amount: credits(t, price.balance - price.cost) })}
        </p>
      )}
      {price !== null && short !== null && (
        <Note tone="err" title={messageText(t, short)}>
          <p>{t('imageryExport.short', { amount: credits(t, price.cost - price.balance) })}</p>
        </Note>
      )}
      <PriceFailed
        form={form}
        action={fitting === null ? undefined : <FittingButton resolution={fitting} />}
      />
    </section>
  );
}

/** Exports at the finest resolution that fits. */
function FittingButton({ resolution }: { resolution: ImageryExportDraft['outResolution'] }) {
  const t = useT();
  const form = useActorOf('imageryExport');
  return (
    <Button
      size="small"
      onPress={() => form.send({ type: 'draft.changed', patch: { outResolution: resolution } })}
    >
      {t('imageryExport.useResolution', { resolution: formatGsd(resolution) })}
    </Button>
  );
}

/** The factors of the cost, and the size of the file. */
function EstimateLines({ estimate }: { estimate: ImageryExportEstimate | null }) {
  const t = useT();
  const form = useActorOf('imageryExport');
  const size =
    estimate &&
    t('imageryExport.pixels', {
      width: formatNumber(estimate.width),
      height: formatNumber(estimate.height),
      bytes: formatBytes(estimate.bytes),
    });
  return (
    <>
      <PriceLine form={form} term={t('imageryExport.size')} value={size} />
      <PriceLine
        form={form}
        term={t('imageryExport.area')}
        value={estimate && formatArea(estimate.areaKm2)}
      />
      <PriceLine
        form={form}
        term={t('order.times', { what: t('imageryExport.perKm2') })}
        value={estimate && credits(t, estimate.creditsPerKm2)}
      />
    </>
  );
}
