import { useSelector } from '@xstate/react';
import { TriangleAlert, Undo2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { coverMap } from '../../../geo/cover/coverMap.ts';
import {
  boughtOf,
  type BoughtScene,
  filling,
  insteadOf,
  leavingOut,
  puttingBack,
  takingInstead,
} from '../../../machines/orders/bought.rules.ts';
import { canEdit, formDraft, formInput, formPrice } from '../../../machines/orders/pricedForm.selectors.ts';
import { foundScenes, knownPricing } from '../../../machines/search/results.selectors.ts';
import { Thumbnail, thumbUrl } from '../../search/SceneParts.tsx';
import { useActorOf } from '../../shared/actors.tsx';
import {
  formatArea,
  formatClock,
  formatDate,
  formatFixed,
  formatGsd,
  formatMoney,
  formatShare,
} from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Disc } from '../PriceLines.tsx';
import './bought.css';

/** The map of what is bought, drawing units. */
const BOX = { width: 208, height: 133 } as const;
/** Scenes on the map and in the list while it is folded. */
const DRAWN_MAX = 24;
const FIRST = 3;

const NONE: never[] = [];

/** What is bought: a map of it, three facts, and each scene with what it covers and what is billed for it. */
export function Bought() {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const input = useSelector(form, formInput);
  const draft = useSelector(form, formDraft);
  const price = useSelector(form, formPrice);
  const { productIds = NONE, added = NONE, filled = NONE, cropByAoi } = draft;
  const { scenes, share, coveredKm2, overlap, leftOut, isAsBegun } = useMemo(
    // what is typed into the name costs no geometry
    () => boughtOf({ draft: { productIds, added, filled, cropByAoi }, input, price }),
    [productIds, added, filled, cropByAoi, input, price],
  );
  const [isWhole, setWhole] = useState(false);
  const { aoi, clear = null, again } = input;
  const isShown = (one: BoughtScene, at: number) => isWhole || at < FIRST || one.isMarked;
  const isBusy = !useSelector(form, canEdit);
  const billed = price?.valuationArea ?? null;
  return (
    <section aria-label={t('order.bought')} className="gt-stack gt-gap-12">
      <header className="gt-flex gt-between gt-baseline gt-wrap gt-gap-8">
        <h3 className="gt-small-heading">{t('order.bought')}</h3>
        {coveredKm2 !== null && share !== null && (
          <span className="gt-quiet">
            {t(billed === null ? 'order.coveredShort' : 'order.coveredAll', {
              ...coverWords(coveredKm2, share, aoi),
              billed: billed === null ? '' : formatArea(billed),
            })}
          </span>
        )}
      </header>
      <div className="gt-flex gt-wrap gt-items-centre gt-gap-8-16">
        <BoughtMap bought={scenes} aoi={aoi} />
        <ul className="gt-ruled gt-bought__facts">
          {share !== null && <BoughtFact figure={formatShare(share * 100)} words={t('order.ofAoiCovered')} />}
          {clear !== null && isAsBegun && (
            <BoughtFact figure={formatShare(clear)} words={t('order.clearWhereCovered')} />
          )}
          {overlap !== null && (
            <BoughtFact figure={formatArea(overlap.areaKm2)} words={t('order.billedTwice')} isArea />
          )}
        </ul>
      </div>
      <ol
        className="gt-ruled gt-inner-frame gt-surface gt-round-field gt-clip"
        aria-label={t('order.selectedScenes')}
      >
        {again?.gone.map((scene) => (
          <OtherScene key={scene.id} scene={scene} words={t('order.goneReason')} />
        ))}
        {scenes.map((one, at) =>
          isShown(one, at) ? (
            <BoughtRow
              key={one.scene.id}
              one={one}
              number={at + 1}
              isOnly={scenes.length === 1}
              isBusy={isBusy}
            />
          ) : null,
        )}
        {leftOut.map((scene) => (
          <OtherScene
            key={scene.id}
            scene={scene}
            words={t('order.leftOut')}
            onUndo={
              isBusy
                ? undefined
                : () => form.send({ type: 'draft.changed', patch: puttingBack(scene.id, draft, input) })
            }
          />
        ))}
      </ol>
      {scenes.some((one, at) => isWhole || !isShown(one, at)) && scenes.length > FIRST && (
        <Button variant="text" size="small" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? t('order.showFewer') : t('order.showAll', { count: scenes.length })}
        </Button>
      )}
    </section>
  );
}

/** '276.98', '379.03 km²' and '73' of a part of the AOI. */
const coverWords = (km2: number, share: number, aoi: Aoi) => ({
  area: formatFixed(km2, 2),
  aoi: formatArea(aoi.areaKm2),
  share: share > 0 && share < 0.01 ? formatFixed(Math.max(share * 100, 0.1), 1) : formatShare(share * 100),
});

function BoughtFact({ figure, words, isArea }: { figure: string; words: string; isArea?: boolean }) {
  return (
    <li className="gt-across gt-gap-8">
      <strong className="gt-title gt-nowrap">{isArea ? figure : `${figure}%`}</strong>
      <span className="gt-quiet">{words}</span>
    </li>
  );
}

interface BoughtMapProps {
  bought: readonly BoughtScene[];
  aoi: Aoi;
}

/** The AOI with the quicklooks of the scenes, clipped to it, the first on top; slivers are filled. Words stand beside it. */
function BoughtMap({ bought, aoi }: BoughtMapProps) {
  const clip = useId();
  const drawn = bought.slice(0, DRAWN_MAX);
  const { outline, parts } = useMemo(() => {
    const footprints = bought.slice(0, DRAWN_MAX).map(({ scene }) => scene.geometry);
    return coverMap(aoi, footprints, BOX);
  }, [bought, aoi]);
  return (
    <svg
      className="gt-bought__map gt-round-field gt-clip"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      aria-hidden="true"
    >
      {drawn
        .map(({ scene, isSliver }, at) => (
          <g key={scene.id}>
            <clipPath id={`${clip}${at}`}>
              <path d={parts[at]!.path} clipRule="evenodd" />
            </clipPath>
            {scene.properties.quicklookUrl !== null && (
              <g clipPath={`url(#${clip}${at})`}>
                <image
                  href={thumbUrl(scene.properties.quicklookUrl)}
                  width={1}
                  height={1}
                  preserveAspectRatio="none"
                  transform={parts[at]!.picture}
                />
              </g>
            )}
            <path
              className="gt-bought__part"
              data-sliver={isSliver || undefined}
              d={parts[at]!.path}
              fillRule="evenodd"
            />
          </g>
        ))
        .toReversed()}
      <path className="gt-bought__aoi" d={outline} />
      {drawn.map(({ scene, isMarked }, at) => {
        const [x, y] = parts[at]!.place;
        return (
          <g key={scene.id} className="gt-bought__disc" data-marked={isMarked || undefined}>
            <circle cx={x} cy={y} r={9} />
            <text x={x} y={y}>
              {at + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** 'day satellite · GSD' of a scene, with where it comes from. */
function SceneWords({ scene }: { scene: Scene }) {
  const t = useT();
  const { productId, acquisitionDate, satellite, gsd, simulated, attribution } = scene.properties;
  const facts = [satellite, gsd === null ? null : formatGsd(gsd)].filter(Boolean).join(' · ');
  return (
    <span className="gt-across gt-wrap gt-gap-6 gt-label" title={productId}>
      <time className="gt-bold" dateTime={acquisitionDate ?? undefined}>
        {formatDate(acquisitionDate) || productId}
      </time>
      <span className="gt-muted">{facts}</span>
      {simulated && <Badge>{t('order.simulated')}</Badge>}
      {typeof attribution === 'string' && <Badge>{t('order.openData')}</Badge>}
    </span>
  );
}

const SceneThumb = ({ scene }: { scene: Scene }) => (
  <span className="gt-bought__picture gt-blank gt-keep gt-clip gt-round-tag">
    <Thumbnail quicklookUrl={scene.properties.quicklookUrl} />
  </span>
);

interface BoughtRowProps {
  one: BoughtScene;
  number: number;
  isOnly: boolean;
  isBusy: boolean;
}

function BoughtRow({ one, number, isOnly, isBusy }: BoughtRowProps) {
  const t = useT();
  const { aoi } = useSelector(useActorOf('sceneOrder'), formInput);
  const { scene, coveredKm2, share, billedKm2, cents, isMinimum, isMarked } = one;
  return (
    <li className="gt-bought__row" data-marked={isMarked || undefined}>
      <div className="gt-bought__words gt-across gt-wrap gt-gap-12">
        <Disc number={number} tone={isMarked ? 'warn' : undefined} />
        <SceneThumb scene={scene} />
        <span className="gt-stack gt-shrink gt-grow">
          <SceneWords scene={scene} />
          <span className="gt-label gt-muted">{t('order.covers', coverWords(coveredKm2, share, aoi))}</span>
        </span>
        {billedKm2 !== null && cents !== null && (
          <span className="gt-push gt-stack gt-end">
            <strong className="gt-strong">{formatMoney(cents)}</strong>
            <span className="gt-label gt-muted">
              {t(isMinimum ? 'order.billedMinimum' : 'order.billed', { area: formatArea(billedKm2) })}
            </span>
          </span>
        )}
      </div>
      {(isMarked || one.isFilled) && <Ways one={one} number={number} isOnly={isOnly} isBusy={isBusy} />}
    </li>
  );
}

/** What a scene that is billed for far more than it covers costs, and what can be done about it. */
function Ways({ one, number, isOnly, isBusy }: BoughtRowProps) {
  const t = useT();
  const form = useActorOf('sceneOrder');
  const input = useSelector(form, formInput);
  const draft = useSelector(form, formDraft);
  const price = useSelector(form, formPrice);
  const { scene, coveredKm2, billedKm2, cents, fillKm2, isFilled } = one;
  const { id } = scene;
  const results = useActorOf('results');
  const pricing = useSelector(results, knownPricing);
  const others = useSelector(results, foundScenes);
  const instead = useMemo(
    () => insteadOf({ draft, input, price }, id, { others, pricing }),
    [draft, input, price, id, others, pricing],
  );
  const change = (patch: Partial<typeof draft>) => form.send({ type: 'draft.changed', patch });
  return (
    <div className="gt-bought__ways gt-stack gt-gap-8">
      <p className="gt-across gt-gap-10 gt-label gt-medium" role="note">
        <TriangleAlert className="gt-bought__sign gt-keep" size={16} strokeWidth={1.75} aria-hidden="true" />
        {isFilled
          ? t('order.filled', { number, area: formatArea(billedKm2 ?? 0) })
          : t('order.adds', {
              number,
              area: formatArea(coveredKm2),
              billed: billedKm2 === null ? '' : formatArea(billedKm2),
            })}
      </p>
      <div className="gt-flex gt-wrap gt-gap-8">
        {!isOnly && cents !== null && (
          <Button size="small" disabled={isBusy} onPress={() => change(leavingOut(id, draft, input))}>
            {t('order.leaveOut', { cost: formatMoney(cents) })}
          </Button>
        )}
        {(isFilled || fillKm2 > 0) && (
          <Button size="small" disabled={isBusy} onPress={() => change(filling(id, draft))}>
            {isFilled ? t('order.unfill') : t('order.fill', { area: formatArea(fillKm2) })}
          </Button>
        )}
      </div>
      {instead !== null && (
        <Button
          variant="text"
          size="small"
          disabled={isBusy}
          onPress={() => change(takingInstead(id, instead.scene, draft, input))}
        >
          {t(instead.moreCents < 0 ? 'order.insteadLess' : 'order.instead', {
            scene: [
              formatDate(instead.scene.properties.acquisitionDate),
              formatClock(instead.scene.properties.acquisitionDate),
            ].join(' '),
            share: formatShare(instead.share * 100),
            cost: formatMoney(Math.abs(instead.moreCents)),
          })}
        </Button>
      )}
    </div>
  );
}

interface OtherSceneProps {
  scene: Scene;
  words: string;
  onUndo?: (() => void) | undefined;
}

/** A scene that isn't ordered: left out here, or no longer sold. */
function OtherScene({ scene, words, onUndo }: OtherSceneProps) {
  const t = useT();
  return (
    <li className="gt-bought__row gt-across gt-gap-12" data-gone>
      <SceneThumb scene={scene} />
      <span className="gt-stack gt-shrink gt-grow">
        <SceneWords scene={scene} />
        <span className="gt-label">{words}</span>
      </span>
      {onUndo && (
        <Button variant="text" size="small" icon={<Undo2 size={14} strokeWidth={1.75} />} onPress={onUndo}>
          {t('order.putBack')}
        </Button>
      )}
    </li>
  );
}
