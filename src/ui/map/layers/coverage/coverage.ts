import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { memoLast } from '../../../../geo/memo.ts';
import {
  cellBounds,
  countedCoverage,
  coverageSteps,
  isCoverageShown,
} from '../../../../machines/search/coverage.machine.ts';
import { useActorIf } from '../../../shared/actors.tsx';
import { drawCode, type DrawCode, type PictureLayer } from '../../kernel/layer.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { rgba, type BaseGround, type Ground, type Rgba } from '../../kernel/symbols.ts';
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
const squaresOf = memoLast((counted: Counted): Ring[][] => {
  const { cells, query } = counted;
  const { steps } = coverageSteps(counted);
  const squares: Ring[][] = steps.map(() => []);
  for (let at = 0; at < cells.length; at += 3) {
    const [west, south, east, north] = cellBounds(cells[at]!, cells[at + 1]!, query.level);
    const [end, bottom] = [east - (east - west) * GAP, south + (north - south) * GAP];
    const step = steps.findLastIndex((least) => cells[at + 2]! >= least);
    squares[step]?.push([
      [west, north],
      [west, bottom],
      [end, bottom],
      [end, north],
      [west, north],
    ]);
  }
  return squares;
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

/** Tells the coverage which part of the map is in sight. */
export function useCoverageView(mapHandle: MapHandle): void {
  const actor = useActorIf('coverage');
  const isShown = useSelector(actor, (snapshot) => snapshot !== undefined && isCoverageShown(snapshot));
  useEffect(() => {
    if (!isShown || actor === undefined) return undefined;
    const { map } = mapHandle;
    const rest = () => {
      actor.send({ type: 'view.rested', view: { bbox: mapHandle.bounds(), zoom: mapHandle.view().zoom } });
    };
    rest();
    const rested = map.on('moveend', rest);
    return () => rested.unsubscribe();
  }, [actor, isShown, mapHandle]);
}
