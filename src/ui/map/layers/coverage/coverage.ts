import { useSelector } from '@xstate/react';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { memoLast } from '../../../../geo/memo.ts';
import { isBrowsing } from '../../../../machines/map/map.selectors.ts';
import {
  cellBounds,
  COVERAGE_STEPS,
  countedCoverage,
  isCoverageShown,
  scenesInCell,
} from '../../../../machines/search/coverage.machine.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import { hoveredScene } from '../../../shared/hover.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../../kernel/layer.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { rgba, type BaseGround, type Ground, type Rgba } from '../../kernel/symbols.ts';
import { useRestingView } from '../../kernel/useRestingView.ts';
import type { PortalSources } from '../../kernel/usePicture.ts';

/** The part of a cell's side that stays free: a pixel of eight. */
const GAP = 1 / 8;
const OPACITIES = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
const COLORS: Record<BaseGround, readonly Rgba[]> = {
  pale: OPACITIES.map((opacity) => rgba('#35608C', opacity)),
  dark: OPACITIES.map((opacity) => rgba('#7FA6D6', opacity)),
};

/** The colours of the steps, the palest first. */
export const coverageColors = (ground: Ground): readonly Rgba[] =>
  COLORS[ground === 'pale' ? 'pale' : 'dark'];

type Counted = NonNullable<ReturnType<typeof countedCoverage>>;
type Ring = [number, number][];

/** The cells of each step as closed rings, a gap apart. */
const squaresOf = memoLast(({ query: { level }, cells }: Counted): Ring[][] => {
  const steps: Ring[][] = COVERAGE_STEPS.map(() => []);
  for (let at = 0; at < cells.length; at += 3) {
    const [west, south, east, north] = cellBounds(cells[at]!, cells[at + 1]!, level);
    const [end, bottom] = [east - (east - west) * GAP, south + (north - south) * GAP];
    const step = COVERAGE_STEPS.findLastIndex((least) => cells[at + 2]! >= least);
    steps[step]?.push([
      [west, north],
      [west, bottom],
      [end, bottom],
      [end, north],
      [west, north],
    ]);
  }
  return steps;
});

/** Where the archive has scenes, as squares that are darker where more are. */
export const coverage: PictureLayer<PortalSources, Counted, DrawCode> = {
  id: 'coverage',
  place: 5,
  subscribe: (from, changed) => [from.follow('coverage', changed)],
  read: (from) => {
    const actor = from.actor('coverage');
    return actor === undefined ? null : countedCoverage(actor.getSnapshot());
  },
  code: drawCode,
  paint: (counted, ground, { fillLayer }) =>
    squaresOf(counted).map((squares, step) =>
      fillLayer(
        `deck-coverage-${step}`,
        squares.map((ring) => [ring]),
        coverageColors(ground)[step]!,
        ground,
      ),
    ),
};

/** Levels by which a press on a square comes nearer. */
const NEARER = 2;

/** Tells the coverage which part of the map is in sight; a press on a square comes nearer. */
export function useCoverageView(mapHandle: MapHandle): void {
  const actor = useActorIf('coverage');
  const isShown = useSelector(actor, (snapshot) => snapshot !== undefined && isCoverageShown(snapshot));
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  useRestingView(mapHandle, isShown ? actor : undefined);
  useEffect(() => {
    if (!isShown || !isFree || actor === undefined) return undefined;
    const pressed = (event: MapMouseEvent) => {
      const counted = countedCoverage(actor.getSnapshot());
      const { lng, lat } = event.lngLat.wrap();
      // a footprint there opens its scene instead; the second press of two is no zoom of its own
      if (counted === null || hoveredScene() !== null || scenesInCell(counted, lng, lat) === 0) return;
      if (event.type === 'dblclick') event.preventDefault();
      else mapHandle.zoomBy(NEARER, event.point);
    };
    mapHandle.map.on('click', pressed);
    mapHandle.map.on('dblclick', pressed);
    return () => {
      mapHandle.map.off('click', pressed);
      mapHandle.map.off('dblclick', pressed);
    };
  }, [mapHandle, actor, isShown, isFree]);
}
