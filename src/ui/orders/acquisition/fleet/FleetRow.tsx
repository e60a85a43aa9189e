import { useSelector } from '@xstate/react';
import { Lock } from 'lucide-react';
import { useId, useRef } from 'react';
import type { PriceResult } from '../../../../../contract/orders/orders.ts';
import {
  chosenSatellite,
  isPricingFleet,
} from '../../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import {
  hasOldElements,
  type AcquisitionRow,
} from '../../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatFixed, formatGsd, formatMoney, formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Badge } from '../../../shared/kit/figures/Badge.tsx';
import { Skeleton } from '../../../shared/kit/states/Skeleton.tsx';
import { FleetPlot } from './FleetPlot.tsx';
import type { Span } from '../axis.ts';

/** One satellite: its radio button, its passes, their number and its price. */
export function FleetRow({ row, span }: { row: AcquisitionRow; span: Span }) {
  const t = useT();
  const id = useId();
  const radio = useRef<HTMLInputElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const acquisition = useActorOf('newAcquisition');
  const isChosen = useSelector(acquisition, (now) => chosenSatellite(now) === row.satellite.code);
  const { name, code, gsd, supplier } = row.satellite;
  const isLocked = row.lock !== null;
  return (
    <div className="gt-fleet__row" data-chosen={isChosen || undefined} data-locked={isLocked || undefined}>
      <span className="gt-fleet__radio">
        {isLocked ? (
          <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <input
            ref={radio}
            type="radio"
            name="acquisition-satellite"
            id={id}
            aria-describedby={`${id}-facts`}
            checked={isChosen}
            onChange={() => acquisition.send({ type: 'satellite.chosen', code })}
            onKeyDown={(event) => {
              // right enters the passes; the radio group handles up and down
              if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
              event.preventDefault();
              if (event.key === 'ArrowRight')
                plot.current?.querySelector<HTMLElement>('[data-start]')?.focus();
            }}
          />
        )}
      </span>
      <label className="gt-fleet__name" htmlFor={id}>
        <strong>{name}</strong>
        <span className="gt-fleet__gsd">
          {formatGsd(gsd)}
          {supplier !== undefined && ` · ${supplier}`}
        </span>
      </label>
      {row.lock !== null ? (
        <span className="gt-fleet__why">{t(`acquisition.lock.${row.lock}`)}</span>
      ) : row.passes === null ? (
        <span className="gt-fleet__why">{t('passes.unknownOrbit', { name })}</span>
      ) : (
        <FleetPlot plot={plot} row={row} span={span} onLeave={() => radio.current?.focus()} />
      )}
      <span className="gt-fleet__count">
        {row.passes === null ? t('common.none') : formatNumber(row.within)}
        <OldElements row={row} />
      </span>
      <Price of={row} value={({ unitPrice }) => `$${formatFixed(unitPrice, 2)}`} />
      <Price of={row} value={({ finalPrice }) => formatMoney(finalPrice)} />
      <span id={`${id}-facts`} className="gt-visually-hidden">
        {t('acquisition.rowFacts', {
          count: row.within,
          price: row.price === null ? t('common.none') : formatMoney(row.price.finalPrice),
        })}
      </span>
    </div>
  );
}

/** Real elements older than 14 days can't predict the minute. */
function OldElements({ row }: { row: AcquisitionRow }) {
  const t = useT();
  const now = useSelector(useActorOf('newAcquisition'), ({ context }) => context.now);
  return hasOldElements(row, now()) ? <Badge tone="warn">{t('acquisition.inaccurate')}</Badge> : null;
}

function Price({ of: row, value }: { of: AcquisitionRow; value: (price: PriceResult) => string }) {
  const t = useT();
  const isPricing = useSelector(useActorOf('newAcquisition'), isPricingFleet);
  return (
    <span className="gt-fleet__price">
      {row.lock === null && isPricing ? (
        <Skeleton width={56} />
      ) : row.price === null ? (
        t('common.none')
      ) : (
        value(row.price)
      )}
    </span>
  );
}
