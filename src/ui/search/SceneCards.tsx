import { useSelector } from '@xstate/react';
import { Check, ChevronLeft, SlidersHorizontal } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import {
  clearOf,
  foundScenes,
  isChosen,
  requestedAoi,
  requestedCondition,
  shownRange,
  shownScenes,
} from '../../machines/search/results.selectors.ts';
import { lastDay } from '../../machines/search/search.machine.ts';
import { presetOf } from '../../machines/shared/days.ts';
import { isStill } from '../map/kernel/mapHandle.ts';
import { usePortalMap } from '../map/kernel/mapStores.ts';
import { useActorOf } from '../shared/actors.tsx';
import { cardedScene } from '../shared/hover.ts';
import {
  formatDateRange,
  formatDayOfYear,
  formatNumber,
  formatPercent,
  formatShare,
} from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { AoiShare, ClearShare, gsdWords, Picture, RowPrice } from './SceneParts.tsx';
import { unfoldFilters } from './unfoldedFilters.ts';
import './cards.css';

/** Width of a card with the gap to the next one, pixels. */
const STEP = 312;
/** Cards in the page on each side of the one in the middle. */
const BESIDE = 4;
/** So many cards further the row doesn't glide. */
const GLIDED = 6;

/** The results on a phone's map: a head, and a row of cards that follows the map. */
export function SceneCards() {
  return (
    <>
      <ResultsHead />
      <Cards />
    </>
  );
}

/** '45 scenes', or how many of them the filters leave. */
export function useResultsTitle(): string {
  const t = useT();
  const results = useActorOf('results');
  const count = useSelector(results, foundScenes).length;
  const shown = useSelector(results, shownScenes).length;
  return shown === count
    ? t('results.title', { count })
    : t('results.titleFiltered', { shown: formatNumber(shown), count });
}

function ResultsHead() {
  const t = useT();
  const results = useActorOf('results');
  const sheet = useActorOf('sheet');
  const condition = useSelector(results, requestedCondition);
  const { filters } = useSelector(results, ({ context }) => context.viewOptions);
  const { from, to } = useSelector(results, shownRange, isSameRange);
  const preset = presetOf({ from, to }, useSelector(useActorOf('search'), lastDay));
  const facts = condition && [
    preset === null ? formatDateRange(from, to) : t(`search.preset.${preset}`),
    t('results.upTo', { value: formatPercent(filters.maxCloudCover ?? condition.maxCloudCover) }),
  ];
  return (
    <header className="gt-cards-head gt-map-layer gt-across gt-gap-8 gt-float gt-round-panel">
      <IconButton
        label={t('results.back')}
        icon={<ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => results.send({ type: 'results.left' })}
      />
      <h2 className="gt-title gt-nowrap">{useResultsTitle()}</h2>
      <span className="gt-rest gt-truncate gt-secondary gt-muted">{facts?.join(' · ')}</span>
      <IconButton
        label={t('results.refine')}
        icon={<SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => {
          unfoldFilters('head');
          sheet.send({ type: 'sheet.moved', stop: 'full' });
        }}
      />
    </header>
  );
}

const isSameRange = (a: { from: string; to: string }, b: { from: string; to: string }): boolean =>
  a.from === b.from && a.to === b.to;

function Cards() {
  const t = useT();
  const scenes = useSelector(useActorOf('results'), shownScenes);
  const { row, middle, scrolled, goTo } = useMiddle(scenes);
  const style: CSSProperties & Record<'--width', string> = { '--width': `${(scenes.length - 1) * STEP}px` };
  const from = Math.max(0, middle - BESIDE);
  return (
    <ul
      ref={row}
      className="gt-cards gt-placed gt-scroll-across"
      aria-label={t('results.list')}
      style={style}
      onScroll={scrolled}
    >
      {scenes.slice(from, middle + BESIDE + 1).map((scene, at) => (
        <Card
          key={scene.id}
          scene={scene}
          at={from + at}
          count={scenes.length}
          isMiddle={from + at === middle}
          onMiddle={() => goTo(from + at)}
        />
      ))}
    </ul>
  );
}

/** The card in the middle: its scene is marked on the map, and a footprint that is pressed brings its card. */
function useMiddle(scenes: readonly Scene[]) {
  const mapHandle = usePortalMap();
  const row = useRef<HTMLUListElement>(null);
  const [at, setMiddle] = useState(0);
  const middle = Math.max(0, Math.min(at, scenes.length - 1));
  const id = scenes[middle]?.id ?? null;
  /** The card to which the row glides; those on the way mark nothing. */
  const aim = useRef<number | null>(null);
  const goTo = (card: number) => {
    aim.current = card;
    const behavior = isStill() || Math.abs(card - middle) > GLIDED ? 'instant' : 'smooth';
    row.current?.scrollTo({ left: card * STEP, behavior });
  };
  const latest = useRef({ goTo, scenes, id });
  useLayoutEffect(() => {
    latest.current = { goTo, scenes, id };
  });
  useEffect(() => {
    if (aim.current === null || aim.current === middle) cardedScene.set(id);
  }, [id, middle]);
  useEffect(() => {
    const end = cardedScene.on(() => {
      const now = latest.current;
      const carded = cardedScene.get();
      if (carded !== now.id) now.goTo(now.scenes.findIndex((scene) => scene.id === carded));
    });
    return () => {
      end();
      cardedScene.set(null);
    };
  }, []);
  useEffect(() => {
    const scene = scenes[middle];
    if (scene !== undefined && aim.current === null) mapHandle?.keepInSight(viewBoundsOf(scene.geometry));
  }, [mapHandle, scenes, middle]);
  const scrolled = () => {
    const now = Math.round((row.current?.scrollLeft ?? 0) / STEP);
    if (now === aim.current) aim.current = null;
    setMiddle(now);
  };
  return { row, middle, scrolled, goTo };
}

interface CardProps {
  scene: Scene;
  /** Index in the list, from 0. */
  at: number;
  count: number;
  isMiddle: boolean;
  /** Brings it to the middle. */
  onMiddle: () => void;
}

/** A scene: a press brings it to the middle, and opens its details there. */
function Card({ scene, at, count, isMiddle, onMiddle }: CardProps) {
  const t = useT();
  const results = useActorOf('results');
  const aoi = useSelector(results, requestedAoi);
  const clear = useSelector(results, clearOf(scene));
  const chosen = useSelector(results, isChosen(scene.id));
  const { acquisitionDate, satellite, gsd, cloudCover, quicklookUrl } = scene.properties;
  const open = () => {
    flushSync(() => results.send({ type: 'details.opened', id: scene.id }));
    document.getElementById('details')?.focus();
  };
  return (
    <li className="gt-card gt-placed" style={{ left: at * STEP }} aria-setsize={count} aria-posinset={at + 1}>
      <button
        type="button"
        className="gt-card__face gt-flex gt-wide gt-tall gt-text-start gt-surface gt-clip"
        aria-current={isMiddle || undefined}
        onClick={isMiddle ? open : onMiddle}
      >
        <span className="gt-card__picture gt-blank gt-keep gt-anchor">
          <Picture src={quicklookUrl} alt="" />
          {chosen && (
            <span className="gt-card__chosen gt-placed gt-filled gt-centre gt-round">
              <Check size={14} strokeWidth={2.25} aria-hidden="true" />
            </span>
          )}
        </span>
        <span className="gt-card__words gt-rest gt-stack gt-gap-4 gt-label">
          <span className="gt-across gt-gap-8">
            <strong className="gt-heading gt-nowrap">{formatDayOfYear(acquisitionDate)}</strong>
            {aoi !== null && <RowPrice scene={scene} aoi={aoi} />}
          </span>
          <span className="gt-quiet gt-truncate">
            {[
              satellite ?? t('details.unknownSatellite'),
              gsdWords(gsd),
              cloudCover !== null && t('results.ofScene', { share: formatShare(cloudCover) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {clear !== null && <ClearShare clear={clear} />}
          {aoi !== null && <AoiShare scene={scene} aoi={aoi} />}
        </span>
      </button>
    </li>
  );
}
