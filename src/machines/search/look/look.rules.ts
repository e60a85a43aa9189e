import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { latOf, lonOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { pointInside } from '../../../geo/area/pointInside.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { mercatorX, mercatorY, WORLD } from '../../../geo/scenes/mercator.ts';
import { quicklookCorners, type Corner, type Corners } from '../../../geo/scenes/quicklookCorners.ts';

/** How many quicklooks can be compared side by side. */
export const COMPARED = { min: 2, max: 4 } as const;

/** What every pane shows, in the units of Mercator's square, y northwards. */
export interface PaneView {
  /** The middle. */
  x: number;
  y: number;
  /** Width of what the shorter side of a pane shows. */
  span: number;
}
/** Pixels. */
export interface PaneSize {
  width: number;
  height: number;
}

/** Room around what a pane is fitted to. */
const MARGIN = 1.25;
/** How far the panes zoom in and out of what they are fitted to. */
const ZOOM = { in: 16, out: 8 } as const;

function boxOf(geometry: AreaGeometry) {
  const [west, south, east, north] = viewBoundsOf(geometry);
  return { west: mercatorX(west), south: mercatorY(south), east: mercatorX(east), north: mercatorY(north) };
}
const sideOf = ({ west, south, east, north }: ReturnType<typeof boxOf>): number =>
  Math.max(east - west, north - south);

/** The AOI with some room, but no less than a quarter of the smallest scene: a quicklook has few pixels. */
export function fittedView(scenes: readonly Scene[], aoi: Aoi): PaneView {
  const box = boxOf(aoi.geometry);
  const smallest = Math.min(...scenes.map(({ geometry }) => sideOf(boxOf(geometry))));
  return {
    x: (box.west + box.east) / 2,
    y: (box.south + box.north) / 2,
    span: Math.max(sideOf(box) * MARGIN, smallest / 4),
  };
}

/** The view after a drag to the right and down, as shares of a pane's shorter side. */
export const draggedView = ({ x, y, span }: PaneView, [right, down]: Corner): PaneView => ({
  x: x - right * span,
  y: y + down * span,
  span,
});

/**
 * The view after zooming, within limits around the fitted view.
 * @param factor above 1 to see more
 * @param at the point that stays where it is, to the right and down from the middle, as shares of the shorter side
 */
export function zoomedView(view: PaneView, fitted: PaneView, factor: number, at: Corner): PaneView {
  const span = Math.min(Math.max(view.span * factor, fitted.span / ZOOM.in), fitted.span * ZOOM.out);
  const [right, down] = at;
  const grown = span - view.span;
  return { x: view.x - right * grown, y: view.y + down * grown, span };
}

/** Pixels from a pane's upper left corner to a place in degrees; the nearest copy of the world is meant. */
export function placeInPane([lon, lat]: Corner, view: PaneView, { width, height }: PaneSize): Corner {
  const scale = Math.min(width, height) / view.span;
  const east = mercatorX(lon) - view.x;
  const near = east - WORLD * Math.round(east / WORLD);
  return [width / 2 + near * scale, height / 2 - (mercatorY(lat) - view.y) * scale];
}

/** The corners of a scene's quicklook in a pane, pixels. */
export function quicklookInPane({ geometry }: Scene, view: PaneView, size: PaneSize): Corners {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = quicklookCorners(geometry);
  const [x] = placeInPane(upperLeft, view, size);
  const turn = (Math.min(size.width, size.height) / view.span) * WORLD;
  const place = (corner: Corner): Corner => {
    const [at, down] = placeInPane(corner, view, size);
    // all corners in the same copy of the world
    return [at - turn * Math.round((at - x) / turn), down];
  };
  return [place(upperLeft), place(upperRight), place(lowerRight), place(lowerLeft)];
}

/** The place whose scenes are meant: the middle of the AOI, or of the scene if it doesn't cover that. */
function placeOf({ geometry }: Scene, aoi: Aoi): Corner {
  const middle = (area: AreaGeometry): Corner => {
    const [west, south, east, north] = viewBoundsOf(area);
    return [(west + east) / 2, (south + north) / 2];
  };
  const place = middle(aoi.geometry);
  return pointInside(place, geometry) ? place : middle(geometry);
}

/** The scenes with a quicklook over the place of one, oldest first. */
export function scenesOfPlace(scenes: readonly Scene[], one: Scene, aoi: Aoi): Scene[] {
  const place = placeOf(one, aoi);
  const timeOf = ({ properties }: Scene) => Date.parse(properties.acquisitionDate);
  return scenes
    .filter(
      (scene) =>
        scene === one || (scene.properties.quicklookUrl !== null && pointInside(place, scene.geometry)),
    )
    .sort((a, b) => timeOf(a) - timeOf(b));
}

/** Outlines of an area in a pane, as the `d` of an SVG path. */
export function outlineInPane(geometry: AreaGeometry, view: PaneView, size: PaneSize): string {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return rings
    .map((ring) => {
      const points = ring
        .slice(0, -1)
        .map((position) => placeInPane([lonOf(position), latOf(position)], view, size))
        .map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
      return `M${points.join('L')}Z`;
    })
    .join('');
}
