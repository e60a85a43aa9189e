import { useSelector } from '@xstate/react';
import { ImageOff } from 'lucide-react';
import { createContext, type CSSProperties, use, useMemo, useState } from 'react';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { ClearOfScene } from '../../machines/search/clear.rules.ts';
import { estimateOf } from '../../machines/search/results.rules.ts';
import { knownPricing } from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import {
  formatDate,
  formatDegrees,
  formatGsd,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  UNKNOWN,
} from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { useT } from '../shared/i18n/useT.ts';

/** The text of a value, or '—' (decision 3: null, never invented). */
export function worded<V>(value: V | null, words: (value: V) => string): string {
  return value === null ? UNKNOWN : words(value);
}

/** A scene's date, time and satellite, for button labels. */
export function sceneName({ properties }: Scene): string {
  const { acquisitionDate, satellite, productId } = properties;
  const when = [formatDate(acquisitionDate), formatTime(acquisitionDate)].filter(Boolean).join(' ');
  return `${when}, ${satellite ?? productId}`;
}

export const gsdWords = (gsd: number | null): string => worded(gsd, formatGsd);
export const cloudWords = (cloud: number | null): string => worded(cloud, (value) => formatPercent(value));
export const angleWords = (angle: number | null): string => worded(angle, (value) => formatDegrees(value));

/** Who sells a scene, and the archive elsewhere that it came from; null if neither is known. */
export function supplierWords(t: Translate, { properties: { supplier, source } }: Scene): string | null {
  if (typeof source !== 'string') return supplier;
  const from = t('results.fromSource', { name: source });
  return supplier === null ? from : `${supplier}, ${from}`;
}

/** The thumbnail for list rows; only our own server's URLs accept the size parameter. */
export function thumbUrl(quicklookUrl: string): string {
  return quicklookUrl.includes('?') ? `${quicklookUrl}&size=thumb` : quicklookUrl;
}

/** How much of the AOI is clear in a scene: as a bar and in words; hatched without a mask, pale while it is worked out. */
export function ClearLine({ clear }: { clear: ClearOfScene }) {
  const t = useT();
  const { percent, isEstimated, isPending } = clear;
  const style: CSSProperties & Record<'--share', string> = { '--share': `${percent ?? 0}%` };
  return (
    <p
      className="gt-clear gt-above-2 gt-across gt-gap-10 gt-nowrap gt-caption gt-muted"
      data-state={percent !== null ? undefined : isPending ? 'pending' : 'missing'}
    >
      <span className="gt-cover gt-round-bar gt-block gt-above-6" style={style} aria-hidden="true" />
      {percent !== null
        ? t(isEstimated ? 'results.clearEstimated' : 'results.clear', { share: formatNumber(percent, 0) })
        : t(isPending ? 'results.clearPending' : 'results.clearMissing')}
    </p>
  );
}

/** The estimated price of an order of this scene alone (decision 150). */
export function RowPrice({ scene, aoi }: { scene: Scene; aoi: Aoi }) {
  const t = useT();
  const pricing = useSelector(useActorOf('results'), knownPricing);
  const estimate = useMemo(() => pricing && estimateOf([scene], aoi, pricing), [scene, aoi, pricing]);
  if (estimate === null) return null;
  return (
    <span className="gt-push gt-heading" title={t('results.estimatedPrice')}>
      <span className="gt-visually-hidden">{t('results.estimatedPrice')} </span>
      {formatMoney(estimate.cents)}
    </span>
  );
}

interface PictureProps {
  src: string | null;
  /** '' if the text beside it says the same. */
  alt: string;
  /** The text if there is no picture; omitted in small rows. */
  none?: string | undefined;
}

/** A quicklook, or an empty frame if it is missing or fails to load. */
export function Picture({ src, alt, none }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src !== null && src !== failed)
    return (
      <img
        className="gt-picture gt-block"
        src={src}
        alt={alt}
        decoding="async"
        onError={() => setFailed(src)}
      />
    );
  return (
    <span className="gt-picture gt-stack gt-middle gt-items-centre gt-gap-6 gt-caption gt-faint">
      <ImageOff size={16} strokeWidth={1.5} aria-hidden="true" />
      {none !== undefined && <span>{none}</span>}
    </span>
  );
}

/** Whether scenes are read-only, as on the page of a shared search (decision 9). */
export const ReadOnly = createContext(false);

export function useIsReadOnly(): boolean {
  return use(ReadOnly);
}
