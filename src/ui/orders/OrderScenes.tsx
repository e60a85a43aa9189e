import { useSelector } from '@xstate/react';
import { Check, Copy, Download, FileArchive } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { OrderDetails, OrderedScene, OrderFile } from '../../../contract/orders/orderDetails.ts';
import { isOrderEnded } from '../../machines/orders/orderPage.machine.ts';
import { copiedFile, orderAoi } from '../../machines/orders/orderPage.selectors.ts';
import { Picture } from '../search/SceneParts.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { setHovered, useIsHovered } from '../shared/hover.ts';
import {
  formatArea,
  formatBytes,
  formatDate,
  formatGsd,
  formatMoney,
  formatPercent,
} from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { FileName } from '../shared/kit/figures/FileName.tsx';
import { Disc, PriceLines, QuoteLine } from './PriceLines.tsx';
import { productText } from './quote/facts.tsx';
import './orders.css';

/** The delivered files with size and checksum, or when they are expected. */
export function OrderFiles({ order: { files, status } }: { order: OrderDetails }) {
  const t = useT();
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  return (
    <section className="gt-shrink" aria-label={t('orders.filesTitle')}>
      <header className="gt-order-block__head gt-flex gt-between gt-baseline gt-gap-8 gt-quiet">
        <h3 className="gt-strong gt-ink">{t('orders.filesTitle')}</h3>
        {files.length > 0 && <span>{formatBytes(bytes)}</span>}
      </header>
      {files.length === 0 ? (
        <p className="gt-room-above-4 gt-anywhere gt-quiet">
          {t(isOrderEnded(status) ? 'orders.filesNone' : 'orders.filesLater')}
        </p>
      ) : (
        <table className="gt-order-block__box gt-clip gt-round-field gt-order-files gt-collapsed gt-wide gt-secondary">
          <thead>
            <tr>
              <th scope="col">{t('orders.fileName')}</th>
              <th scope="col">{t('orders.fileSize')}</th>
              <th scope="col">SHA-256</th>
              <th scope="col">
                <span className="gt-visually-hidden">{t('orders.fileActs')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRow key={file.name} file={file} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function FileRow({ file }: { file: OrderFile }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const isCopied = useSelector(page, copiedFile) === file.name;
  const Icon = isCopied ? Check : Copy;
  return (
    <tr>
      <th scope="row">
        <span className="gt-across gt-gap-8">
          <FileArchive className="gt-muted gt-keep" size={16} strokeWidth={1.75} aria-hidden="true" />
          {/* plain links, so that the browser downloads the file */}
          <a className="gt-link gt-shrink" href={file.url} download aria-label={file.name}>
            <FileName name={file.name} />
          </a>
        </span>
      </th>
      <td>
        {file.bytes === null ? t('common.none') : formatBytes(file.bytes)}
        {typeof file.pixelMetres === 'number' && (
          <span className="gt-block gt-muted">
            {t('orders.pixels', { size: formatGsd(file.pixelMetres) })}
          </span>
        )}
      </td>
      <td className="gt-order-files__sha gt-nowrap">
        {file.sha256 === null ? t('common.none') : shortSha(file.sha256)}
      </td>
      <td className="gt-order-files__acts">
        {file.sha256 !== null && (
          <IconButton
            size="small"
            label={t('orders.copySha', { file: file.name })}
            icon={<Icon size={16} strokeWidth={1.75} />}
            onPress={() => page.send({ type: 'checksum.requested', name: file.name })}
          />
        )}
        <a
          className="gt-icon-button gt-icon-button--plain gt-icon-button--small"
          href={file.url}
          download
          aria-label={t('orders.download', { file: file.name })}
        >
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
        <span className="gt-visually-hidden" role="status">
          {isCopied && t('orders.shaCopied')}
        </span>
      </td>
    </tr>
  );
}

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
    <section className="gt-shrink" aria-label={t('orders.scenes')}>
      <header className="gt-order-block__head gt-flex gt-between gt-baseline gt-gap-8 gt-quiet">
        <h3 className="gt-strong gt-ink">{t(kind === 'archive' ? 'orders.scenes' : 'orders.acquired')}</h3>
        <span>{`${t('order.scenes', { count: scenes.length })} · ${supplier}`}</span>
      </header>
      <ol className="gt-order-block__box gt-ruled gt-clip gt-round-field">
        {scenes.map((ordered, at) => (
          <SceneRow key={ordered.scene.id} ordered={ordered} at={at} />
        ))}
      </ol>
    </section>
  );
}

function SceneRow({ ordered, at }: { ordered: OrderedScene; at: number }) {
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
  ].flatMap((fact) => (fact ? [fact.replaceAll(' ', '\u00a0')] : []));
  const light = () => setHovered(scene.id);
  const dim = () => setHovered(null);
  return (
    <li className="gt-order-scene" data-hovered={isHovered || undefined}>
      <button
        type="button"
        className="gt-order-scene__row gt-ring-inside gt-text-start gt-across gt-gap-10 gt-wide gt-quiet"
        tabIndex={at === 0 ? 0 : -1}
        onKeyDown={move}
        onClick={() => page.send({ type: 'scene.shown', id: scene.id })}
        {...{ onPointerEnter: light, onPointerLeave: dim, onFocus: light, onBlur: dim }}
      >
        <Disc number={at + 1} />
        <span className="gt-size-40 gt-keep gt-clip gt-round-tag">
          <Picture src={quicklookUrl} alt="" />
        </span>
        <span className="gt-order-scene__words gt-rest gt-stack gt-anywhere">
          <span className="gt-flex gt-wrap gt-gap-beside">
            <span className="gt-shrink gt-strong gt-ink">{scene.id}</span>
            {line !== null && (
              <strong className="gt-push gt-strong gt-ink">{formatMoney(line.finalPrice)}</strong>
            )}
          </span>
          <span className="gt-flex gt-wrap gt-gap-beside">
            <span>{facts.join(' · ')}</span>
            {line !== null && <span className="gt-push">{formatArea(line.valuationArea)}</span>}
          </span>
        </span>
      </button>
    </li>
  );
}

/** 3f9c…a71e: the first and last four digits of a checksum. */
const shortSha = (sha256: string) => `${sha256.slice(0, 4)}…${sha256.slice(-4)}`;

/** §9: the factors with the digits that multiply out to the final price, the product and its terms. */
export function OrderPriceLines({ order }: { order: OrderDetails }) {
  const t = useT();
  const aoi = useSelector(useActorOf('orderPage'), orderAoi);
  const { price, productLevel, contractNum, quote } = order;
  return (
    <section className="gt-shrink" aria-label={t('orders.price')}>
      <header className="gt-order-block__head gt-flex gt-between gt-baseline gt-gap-8 gt-quiet">
        <h3 className="gt-strong gt-ink">{t('orders.price')}</h3>
      </header>
      <div className="gt-order-price gt-room-above-4">
        <PriceLines price={price} level={productLevel} />
        <p className="gt-order-price__final gt-flex gt-between gt-strong">
          <span>{t('order.finalPrice')}</span>
          <span>{formatMoney(price.finalPrice)}</span>
        </p>
      </div>
      {price.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-room-above-4 gt-anywhere gt-quiet">
          {t('order.minimumArea', { area: formatArea(price.minimumArea) })}
        </p>
      )}
      <p className="gt-room-above-4 gt-anywhere gt-quiet">
        {aoi !== null && `AOI ${formatArea(aoi.areaKm2)} · `}
        {productText(t, order)}
        {contractNum && ` · ${t('order.contractNum')} ${contractNum}`}
      </p>
      {quote && <QuoteLine quote={quote} price={price} />}
      <Terms terms={order.terms} />
    </section>
  );
}

/** The accepted version of the terms; linked while it is still the current one. */
function Terms({ terms }: Pick<OrderDetails, 'terms'>) {
  const t = useT();
  if (terms === null) return null;
  const version = terms.sha256 === null ? terms.url : t('orders.version', { sha: shortSha(terms.sha256) });
  return (
    <p className="gt-room-above-4 gt-anywhere gt-quiet" title={terms.sha256 ?? undefined}>
      {t('orders.termsAgreed')}{' '}
      {terms.isCurrent ? (
        <a className="gt-link" href={terms.url} target="_blank" rel="noreferrer">
          {version}
        </a>
      ) : (
        `${version}, ${t('orders.termsFormer')}`
      )}
    </p>
  );
}
