import type { KeyboardEvent } from 'react';
import type { OrderDetails, OrderedScene } from '../../../../../contract/orders/orderDetails.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { setHovered, useIsHovered } from '../../../shared/hover.ts';
import { formatPriceLine, unitPriceLabel } from '../../../shared/i18n/factors.ts';
import {
  formatArea,
  formatDate,
  formatGsd,
  formatMoney,
  formatPercent,
} from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Picture } from '../../../search/list/row/Picture.tsx';
import './orderScenes.css';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Moves the focus along the list. */
function move(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...(event.currentTarget.closest('ol')?.querySelectorAll('button') ?? [])];
  const at = rows.indexOf(event.currentTarget);
  rows[Math.min(Math.max(0, at + step), rows.length - 1)]?.focus();
}

/** The scenes of the order with their numbers on the map, pictures and price lines. One tab stop; arrows move. */
export function OrderScenes({ order }: { order: OrderDetails }) {
  const t = useT();
  const { scenes, supplier, kind } = order;
  if (scenes.length === 0) return null;
  return (
    <section className="gt-order-block" aria-label={t('orders.scenes')}>
      <header className="gt-order-block__head">
        <h3>{t(kind === 'archive' ? 'orders.scenes' : 'orders.acquired')}</h3>
        <span>{`${t('order.scenes', { count: scenes.length })} · ${supplier}`}</span>
      </header>
      <ol className="gt-order-block__box">
        {scenes.map((ordered, at) => (
          <SceneRow key={ordered.scene.id} order={order} ordered={ordered} at={at} />
        ))}
      </ol>
    </section>
  );
}

function SceneRow({ order, ordered, at }: { order: OrderDetails; ordered: OrderedScene; at: number }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const { scene, line, pixelMetres } = ordered;
  const { satellite, acquisitionDate, gsd, cloudCover, quicklookUrl } = scene.properties;
  const isHovered = useIsHovered(scene.id);
  const facts = [
    satellite,
    formatDate(acquisitionDate),
    gsd === null ? null : formatGsd(gsd),
    typeof pixelMetres !== 'number' || pixelMetres === gsd
      ? null
      : t('orders.pixels', { size: formatGsd(pixelMetres) }),
    cloudCover === null ? null : t('orders.cloud', { percent: formatPercent(cloudCover) }),
  ];
  const isMean = unitPriceLabel(order.price) === 'order.meanUnitPrice';
  const light = () => setHovered(scene.id);
  const dim = () => setHovered(null);
  return (
    <li className="gt-order-scene" data-hovered={isHovered || undefined}>
      <button
        type="button"
        className="gt-order-scene__row"
        tabIndex={at === 0 ? 0 : -1}
        onKeyDown={move}
        onClick={() => page.send({ type: 'scene.shown', id: scene.id })}
        {...{ onPointerEnter: light, onPointerLeave: dim, onFocus: light, onBlur: dim }}
      >
        <span className="gt-order-disc">{at + 1}</span>
        <span className="gt-order-scene__picture">
          <Picture src={quicklookUrl} alt="" />
        </span>
        <span className="gt-order-scene__words">
          <span className="gt-order-scene__id">{scene.id}</span>
          <span>{facts.filter(Boolean).join(' · ')}</span>
          {line !== null && isMean && <span>{formatPriceLine(line, order.price, order.productLevel)}</span>}
        </span>
        {line !== null && (
          <span className="gt-order-scene__price">
            <strong>{formatMoney(line.finalPrice)}</strong>
            <span>{formatArea(line.valuationArea)}</span>
          </span>
        )}
      </button>
    </li>
  );
}
