import { useSelector } from '@xstate/react';
import { Cloud } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ProductLevel } from '../../../../contract/limits.ts';
import type { PriceResult } from '../../../../contract/orders/orders.ts';
import type { Scene } from '../../../../contract/search.ts';
import { billedTwice, coversWhole } from '../../../machines/orders/orderWarnings.rules.ts';
import { formDraft, formInput, formPrice } from '../../../machines/orders/pricedForm.selectors.ts';
import type { Overlap } from '../../../machines/search/results.rules.ts';
import { Picture } from '../../search/SceneParts.tsx';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatPriceLine } from '../../shared/i18n/factors.ts';
import { formatArea, formatMoney, formatShare, UNKNOWN } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import './priced.css';

/** Scenes shown while the list is collapsed, so that the price stays in view. */
const FIRST = 3;

interface ChosenScenesProps {
  scenes: readonly Scene[];
  /** Scenes of a former order that are no longer sold; listed first. */
  gone?: readonly Scene[] | undefined;
  /** Percent of what they cover of the AOI that is clear; null if it is not known. */
  clear: number | null;
  /** Whether they cover the whole AOI. */
  isCovered: boolean;
  /** Null while unknown. */
  price: PriceResult | null;
  level: ProductLevel;
  /** What the price has twice. */
  overlap: Overlap | null;
}

/**
 * The number of ordered scenes, and each with its picture, product ID, satellite, day and, if there are several,
 * its price.
 */
function ChosenScenes({ scenes, gone = [], clear, isCovered, price, level, overlap }: ChosenScenesProps) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const lines = scenes.length > 1 ? (price?.lines ?? []) : [];
  const costOf = (scene: Scene) => {
    const line = lines.find(({ productId }) => productId === scene.properties.productId);
    return line && price ? formatPriceLine(line, price, level) : null;
  };
  return (
    <section aria-label={t('order.selectedScenes')}>
      <header className="gt-below-8 gt-flex gt-between gt-baseline gt-gap-8">
        <h3 className="gt-small-heading">{t('order.selectedScenes')}</h3>
        <span className="gt-quiet">{t('order.scenes', { count: scenes.length })}</span>
      </header>
      <ul className="gt-ruled gt-inner-frame gt-surface gt-round-field">
        {gone.map((scene) => (
          <ChosenScene key={scene.id} scene={scene} cost={null} isGone />
        ))}
        {(isWhole ? scenes : scenes.slice(0, FIRST)).map((scene) => (
          <ChosenScene key={scene.id} scene={scene} cost={costOf(scene)} />
        ))}
      </ul>
      {clear !== null && clear < 99.5 && (
        <p className="gt-above-8 gt-across gt-gap-6 gt-quiet">
          <Cloud size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(isCovered ? 'order.underCloud' : 'order.underCloudPart', {
            share: formatShare(100 - clear),
          })}
        </p>
      )}
      {overlap !== null && (
        <p className="gt-above-8 gt-quiet">
          {t('results.overlap', { area: formatArea(overlap.areaKm2), cost: formatMoney(overlap.cents) })}
        </p>
      )}
      {scenes.length > FIRST && (
        <Button variant="text" size="small" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? t('order.showFewer') : t('order.showAll', { count: scenes.length })}
        </Button>
      )}
    </section>
  );
}

interface ChosenSceneProps {
  scene: Scene;
  cost: string | null;
  /** No longer sold. */
  isGone?: boolean;
}

function ChosenScene({ scene, cost, isGone = false }: ChosenSceneProps) {
  const t = useT();
  const { productId, satellite, acquisitionDate, quicklookUrl, simulated, attribution } = scene.properties;
  return (
    <li className="gt-chosen__scene gt-across gt-gap-10" data-gone={isGone || undefined}>
      {isGone && (
        <input
          type="checkbox"
          checked={false}
          disabled
          readOnly
          aria-label={t('order.gone', { productId })}
        />
      )}
      <span className="gt-chosen__picture gt-size-40 gt-blank gt-keep gt-clip gt-round-tag">
        <Picture src={quicklookUrl} alt="" />
      </span>
      <span className="gt-stack gt-shrink">
        <span className="gt-chosen__id gt-line-20 gt-anywhere gt-label">{productId}</span>
        <span className="gt-chosen__facts gt-line-20 gt-across gt-wrap gt-caption gt-muted">
          {satellite !== null && <span>{satellite}</span>}
          <time dateTime={acquisitionDate ?? undefined}>{acquisitionDate?.slice(0, 10) ?? UNKNOWN}</time>
          {simulated && <Badge>{t('order.simulated')}</Badge>}
          {typeof attribution === 'string' && <Badge>{t('order.openData')}</Badge>}
        </span>
        {isGone && (
          <span className="gt-chosen__facts gt-line-20 gt-across gt-wrap gt-caption gt-muted">
            {t('order.goneReason')}
          </span>
        )}
        {cost !== null && (
          <span className="gt-chosen__facts gt-line-20 gt-across gt-wrap gt-caption gt-muted">{cost}</span>
        )}
      </span>
    </li>
  );
}

/** §2 Scene order form, while it runs. */
export function SceneOrderForm() {
  return useActorIf('sceneOrder') === undefined ? null : <OpenForm />;
}

function OpenForm() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const { scenes, aoi, clear = null, again } = useSelector(form, formInput);
  const price = useSelector(form, formPrice);
  const { productLevel: level, cropByAoi } = useSelector(form, formDraft);
  const overlap = useMemo(() => billedTwice(scenes, aoi, cropByAoi, price), [scenes, aoi, cropByAoi, price]);
  const isCovered = useMemo(() => coversWhole(scenes, aoi), [scenes, aoi]);
  const count = t('order.scenes', { count: scenes.length });
  return (
    <OrderDialog
      form={form}
      title={t('order.title')}
      subtitle={t('order.subtitle', { scenes: count, area: formatArea(aoi.areaKm2) })}
      aside={
        <ChosenScenes
          scenes={scenes}
          clear={clear}
          isCovered={isCovered}
          gone={again?.gone}
          price={price}
          level={level}
          overlap={overlap}
        />
      }
      summary={(order) => t('order.confirmText', { ...order, scenes: count })}
    />
  );
}
