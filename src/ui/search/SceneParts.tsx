import { useSelector } from '@xstate/react';
import { ImageOff } from 'lucide-react';
import { createContext, use, useMemo, useState } from 'react';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { shareSign, SIGN } from '../../geo/cover/shareSign.ts';
import type { ClearOfScene } from '../../machines/search/clear.rules.ts';
import { estimateOf, shareOfScene } from '../../machines/search/results.rules.ts';
import { knownPricing } from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import {
  formatDate,
  formatDegrees,
  formatGsd,
  formatMoney,
  formatPercent,
  formatShare,
  formatTime,
  UNKNOWN,
} from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { useT } from '../shared/i18n/useT.ts';
import { usePictureTurn } from './pictureTurns.ts';
import './results.css';

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

interface ClearProps {
  clear: ClearOfScene;
}

/** A ring with the clear share; dashed without a cloud mask, pale while it is worked out. @param size pixels */
export function ClearSign({ clear: { percent, isPending }, size = 14 }: ClearProps & { size?: number }) {
  const circle = { cx: size / 2, cy: size / 2, r: size / 2 - 1.5 };
  return (
    <svg
      className="gt-clear-sign gt-sign gt-keep"
      width={size}
      height={size}
      data-state={percent !== null ? undefined : isPending ? 'pending' : 'missing'}
      aria-hidden="true"
    >
      <circle {...circle} />
      {percent !== null && (
        <circle
          {...circle}
          className="gt-clear-sign__share"
          pathLength={100}
          strokeDasharray={`${percent} 100`}
        />
      )}
    </svg>
  );
}

interface AoiShareProps {
  aoi: Aoi;
  scene: Scene;
}

/** The AOI's outline, filled where the scene covers it. @param height pixels */
export function AoiSign({ aoi, scene, height = SIGN.height }: AoiShareProps & { height?: number }) {
  const { outline, part } = shareSign(aoi)(scene.geometry);
  return (
    <svg
      className="gt-sign gt-keep"
      width={(height * SIGN.width) / SIGN.height}
      height={height}
      viewBox={`0 0 ${SIGN.width} ${SIGN.height}`}
      aria-hidden="true"
    >
      <path className="gt-aoi-sign__part" d={part} fillRule="evenodd" />
      <path className="gt-aoi-sign__outline" d={outline} />
    </svg>
  );
}

/** How much of what a scene covers of the AOI is clear: its sign and words. */
export function ClearShare({ clear }: ClearProps) {
  const t = useT();
  const { percent, isEstimated, isPending } = clear;
  return (
    <span className="gt-inline gt-gap-6 gt-nowrap">
      <ClearSign clear={clear} />
      {percent !== null
        ? t(isEstimated ? 'results.clearEstimated' : 'results.clear', { share: formatShare(percent) })
        : t(isPending ? 'results.clearPending' : 'results.clearMissing')}
    </span>
  );
}

/** How much of the AOI a scene covers: its sign and words. @param percent where it is known without measuring */
export function AoiShare({ percent, ...props }: AoiShareProps & { percent?: number }) {
  const share = formatShare(percent ?? shareOfScene(props.scene, props.aoi) * 100);
  return (
    <span className="gt-inline gt-gap-6 gt-nowrap">
      <AoiSign {...props} />
      {useT()('results.ofAoi', { share })}
    </span>
  );
}

/** The estimated price of an order of this scene alone (decision 150). */
export function RowPrice({ scene, aoi }: { scene: Scene; aoi: Aoi }) {
  const t = useT();
  const pricing = useSelector(useActorOf('results'), knownPricing);
  const estimate = useMemo(() => pricing && estimateOf([scene], aoi, pricing), [scene, aoi, pricing]);
  if (estimate === null) return null;
  return (
    <span className="gt-push gt-nowrap gt-line-20 gt-faint gt-caption">
      {t('results.estimated')} <span className="gt-heading gt-ink">{formatMoney(estimate.cents)}</span>
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
export function Picture(props: PictureProps) {
  return <Loaded {...props} due={props.src ?? undefined} />;
}

/** The small picture of a scene in a list, which waits until a few others have come; the text beside it says what it shows. */
export function Thumbnail({ quicklookUrl }: { quicklookUrl: string | null }) {
  const src = quicklookUrl && thumbUrl(quicklookUrl);
  return <Loaded src={src} alt="" {...usePictureTurn(src)} />;
}

interface LoadedProps extends PictureProps {
  /** The address that may be loaded now. */
  due: string | undefined;
  /** Called once it has come or failed. */
  settle?: () => void;
}

function Loaded({ src, alt, none, due, settle }: LoadedProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src !== null && src !== failed)
    return (
      <img
        className="gt-picture gt-block"
        src={due}
        alt={alt}
        decoding="async"
        onLoad={settle}
        onError={() => {
          settle?.();
          setFailed(src);
        }}
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
