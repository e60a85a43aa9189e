import { useSelector } from '@xstate/react';
import { Columns2, Crosshair, Download, Maximize, Sparkles, X } from 'lucide-react';
import {
  deliveries,
  drawingFault,
  imageFacts,
  imageFailure,
  isImageShown,
  isInspecting,
  isOfOtherArchive,
  shownDelivery,
} from '../../machines/imagery/delivered.machine.ts';
import type { Delivery } from '../../machines/imagery/delivered.rules.ts';
import { isAnalyticsEnabled } from '../../machines/session/shell.machine.ts';
import { areToolKeysOn } from '../../machines/shared/preferences.selectors.ts';
import type { ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import { usePortalMap } from '../map/kernel/mapStores.ts';
import { togglePixel } from '../map/layers/delivered/panel.ts';
import { Picture } from '../search/SceneParts.tsx';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { formatDate, formatGsd, formatTime } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { BandFields, DrawingFields, StretchFields } from './DrawingFields.tsx';
import { TimeSlider } from './TimeSlider.tsx';
import { useSeenImagery } from './useSeenImagery.ts';
import './imagery.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * Delivered imagery on the map (decision 200): how it is drawn, and what it is.
 */
export function DeliveredPanel() {
  const t = useT();
  const delivered = useActorOf('delivered');
  const shown = useSelector(delivered, shownDelivery);
  const facts = useSelector(delivered, imageFacts);
  const failure = useSelector(delivered, imageFailure);
  const isShown = useSelector(delivered, isImageShown);
  const isAsset = useSelector(delivered, isOfOtherArchive);
  // elsewhere it lies on the map
  const isPhone = useMatches(PHONE);
  return (
    <div className="gt-delivered gt-tall gt-low" role="presentation">
      <Panel
        title={shown?.title ?? t('imagery.title')}
        focused
        onBack={() => delivered.send({ type: 'image.left' })}
        backLabel={t(isAsset ? 'delivered.backToSearch' : 'delivered.back')}
        actions={
          <>
            <TooltipButton
              size="small"
              label={t('delivered.zoom')}
              tip={t('delivered.zoom')}
              closed={!isShown}
              icon={<Maximize {...ICON} />}
              onPress={() => delivered.send({ type: 'image.sought' })}
            />
            <TooltipButton
              size="small"
              label={t('delivered.remove')}
              tip={t('delivered.remove')}
              icon={<X {...ICON} />}
              onPress={() => delivered.send({ type: 'image.removed' })}
            />
          </>
        }
        footer={facts !== null && <Foot />}
      >
        {shown !== null && <ImageSummary delivery={shown} facts={facts} />}
        {isPhone && <TimeSlider />}
        <ImagePicker />
        {failure !== null ? (
          <FaultNote text={messageText(t, failure)} delivery={shown} />
        ) : facts === null ? (
          <Loading label={t('delivered.loading')} rowHeight={56} />
        ) : (
          <>
            <DrawingFault delivery={shown} />
            <PixelSwitch />
            <fieldset className="gt-fields" disabled={!isShown}>
              <BandFields facts={facts} />
              <StretchFields facts={facts} />
              <DrawingFields />
            </fieldset>
            {shown !== null && <ImageFactsList delivery={shown} facts={facts} />}
          </>
        )}
      </Panel>
    </div>
  );
}

/** Why nothing, or not all, is shown, with what to do. */
function FaultNote({ text, title, delivery }: { text: string; title?: string; delivery: Delivery | null }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  return (
    <Note tone="err" title={title ?? delivery?.image.fileName}>
      <p>{text}</p>
      <p className="gt-delivered__ways gt-across gt-gap-12">
        <Button size="small" onPress={() => delivered.send({ type: 'image.retried' })}>
          {t('common.tryAgain')}
        </Button>
        {delivery !== null && (
          <a className="gt-link" href={delivery.image.url} download>
            <Download size={14} strokeWidth={1.75} aria-hidden="true" /> {t('delivered.download')}
          </a>
        )}
      </p>
    </Note>
  );
}

function DrawingFault({ delivery }: { delivery: Delivery | null }) {
  const t = useT();
  const fault = useSelector(useActorOf('delivered'), drawingFault);
  return fault === null ? null : (
    <FaultNote title={t('delivered.tilesFailed')} text={messageText(t, fault)} delivery={delivery} />
  );
}

function Foot() {
  const t = useT();
  const portal = usePortal();
  const shell = useActorOf('shell');
  const delivered = useActorOf('delivered');
  const seen = useSeenImagery();
  const isAnalyst = useSelector(shell, isAnalyticsEnabled);
  const list = useSelector(delivered, deliveries);
  const shown = useSelector(delivered, shownDelivery);
  const at = list.findIndex(({ key }) => key === shown?.key);
  const other = at > 0 ? at - 1 : at + 1;
  return (
    <>
      <Button
        icon={<Columns2 {...ICON} />}
        onPress={() =>
          portal.send({
            type: 'compare.toggled',
            sides: { before: other < list.length ? `delivered:${other}` : 'OSM', after: `delivered:${at}` },
          })
        }
      >
        {t('delivered.compare')}
      </Button>
      <Button
        variant="primary"
        icon={<Sparkles {...ICON} />}
        disabled={!isAnalyst}
        reason={t('bar.analyticsClosed')}
        onPress={() => shell.send({ type: 'analytics.requested', seen })}
      >
        {t('delivered.analyse')}
      </Button>
    </>
  );
}

/** Which of the order's images is shown; nothing to choose with one alone. */
function ImagePicker() {
  const t = useT();
  const delivered = useActorOf('delivered');
  const list = useSelector(delivered, deliveries);
  const shown = useSelector(delivered, shownDelivery);
  if (list.length < 2 || shown === null) return null;
  return (
    <Select
      label={t('delivered.image')}
      value={shown.key}
      options={list.map(({ key, acquired, productId, image }) => ({
        value: key,
        label: `${formatDate(acquired)} · ${image.level} · ${productId}`,
      }))}
      onChange={(key) => {
        if (key !== null) delivered.send({ type: 'delivery.chosen', key });
      }}
    />
  );
}

/** When and from where the image is. */
function ImageSummary({ delivery, facts }: { delivery: Delivery; facts: ImageFacts | null }) {
  const t = useT();
  const { acquired, satellite, image, simulated, quicklookUrl } = delivery;
  const parts = [
    satellite,
    facts && formatGsd(facts.gsd),
    image.level,
    facts && t('delivered.bandCount', { count: facts.bands.length }),
  ];
  return (
    <div className="gt-delivered__summary gt-grid gt-gap-12 gt-quiet">
      <div className="gt-delivered__picture gt-clip gt-sunken gt-round-field">
        <Picture src={quicklookUrl} alt="" />
      </div>
      <div>
        <p>
          <strong className="gt-title gt-ink">{formatDate(acquired)}</strong> {formatTime(acquired)}
        </p>
        <p>{parts.filter(Boolean).join(' · ')}</p>
        <p className="gt-room-above-4 gt-flex gt-gap-8">
          {facts !== null && <Badge>{facts.hasOverviews ? 'COG' : 'GeoTIFF'}</Badge>}
          {simulated && <Badge>{t('orders.simulated')}</Badge>}
        </p>
      </div>
    </div>
  );
}

/** 'UTM 48N' for the zones of WGS 84; null for other systems. */
function utmZone(epsg: number): string | null {
  const [isNorth, isSouth] = [epsg > 32_600 && epsg <= 32_660, epsg > 32_700 && epsg <= 32_760];
  return isNorth || isSouth ? `UTM ${epsg % 100}${isNorth ? 'N' : 'S'}` : null;
}

const BITS = { uint8: 8, uint16: 16, int16: 16, float32: 32 } as const;

/** Projection, kind of values, and the order. */
function ImageFactsList({ delivery, facts }: { delivery: Delivery; facts: ImageFacts }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const system = facts.epsg === 3857 ? 'Web Mercator' : (utmZone(facts.epsg) ?? t('delivered.degrees'));
  const kind =
    facts.kind === 'float32'
      ? t('delivered.floating')
      : facts.kind === 'int16'
        ? t('delivered.signed')
        : t('delivered.valueKind', { bits: BITS[facts.kind] });
  return (
    <dl className="gt-delivered__facts gt-grid gt-secondary">
      <dt className="gt-muted">{t('delivered.projection')}</dt>
      <dd className="gt-end">{`${system} · EPSG:${facts.epsg}`}</dd>
      <dt className="gt-muted">{t('delivered.values')}</dt>
      <dd className="gt-end">{kind}</dd>
      <dt className="gt-muted">{t(delivery.orderNum === null ? 'details.productId' : 'delivered.order')}</dt>
      <dd className="gt-end">
        <button
          type="button"
          className="gt-link gt-code"
          onClick={() => delivered.send({ type: 'image.left' })}
        >
          {delivery.orderNum ?? delivery.productId}
        </button>
      </dd>
    </dl>
  );
}

/** Switches the pixel inspector on and off, as the key I does; nothing without a map. */
function PixelSwitch() {
  const t = useT();
  const sheet = useActorOf('sheet');
  const delivered = useActorOf('delivered');
  const isOn = useSelector(delivered, isInspecting);
  const hasKey = useSelector(useActorOf('preferences'), areToolKeysOn);
  const mapHandle = usePortalMap();
  if (mapHandle === null) return null;
  return (
    <Button
      wide
      chosen={isOn}
      icon={<Crosshair size={16} strokeWidth={1.75} aria-hidden="true" />}
      iconAfter={
        hasKey && (
          <kbd className="gt-delivered__key gt-axis gt-round-tag gt-outlined" aria-hidden="true">
            I
          </kbd>
        )
      }
      aria-keyshortcuts={hasKey ? 'I' : undefined}
      onPress={() => {
        if (!isOn) sheet.send({ type: 'sheet.moved', stop: 'low' });
        togglePixel(mapHandle, delivered);
      }}
    >
      {t('delivered.inspect')}
    </Button>
  );
}
