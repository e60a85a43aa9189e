import { assign, setup, type SnapshotFrom } from 'xstate';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { type AreaGeometry, latOf, lonOf } from '../../geo/area/areaGeometry.ts';
import { pointInside } from '../../geo/area/pointInside.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { mercatorX, mercatorY, WORLD } from '../../geo/scenes/mercator.ts';
import { type Corner, type Corners, quicklookCorners } from '../../geo/scenes/quicklookCorners.ts';
import type { PanelShown, ResultsShown } from '../shared/panels.ts';
import { timeOf } from './results.rules.ts';
import type { SceneComparisonRequested, SceneFlipRequested } from './search.events.ts';

/** How many quicklooks can be compared side by side. */
export const COMPARED = { min: 2, max: 4 } as const;

/** What every pane shows, in the units of Mercator's square, y northwards. */
interface PaneView {
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
  return scenes
    .filter(
      (scene) =>
        scene === one || (scene.properties.quicklookUrl !== null && pointInside(place, scene.geometry)),
    )
    .sort((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0));
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

interface LookContext {
  /** Side by side in the order of the list; over a place oldest first. */
  scenes: readonly Scene[];
  /** The AOI that they were searched for; null while nothing is looked at. */
  aoi: Aoi | null;
  /** What all panes show. */
  view: PaneView;
  /** Which scene of the place is on the map. */
  at: number;
}
export type LookEvent =
  | SceneComparisonRequested
  | SceneFlipRequested
  | ResultsShown
  | PanelShown
  /** To the right and down, as shares of a pane's shorter side. */
  | { type: 'panes.dragged'; by: [number, number] }
  /** `factor` above 1 shows more; the point `at`, from the middle, stays where it is. */
  | { type: 'panes.zoomed'; factor: number; at: [number, number] }
  | { type: 'panes.fitted' }
  /** One of three or four is taken out. */
  | { type: 'pane.closed'; id: string }
  | { type: 'scene.stepped'; by: 1 | -1 }
  | { type: 'look.closed' };

const NOWHERE: PaneView = { x: 0, y: 0, span: 1 };
const CLOSED: LookContext = { scenes: [], aoi: null, view: NOWHERE, at: 0 };

const fitted = ({ scenes, aoi }: LookContext): PaneView => (aoi === null ? NOWHERE : fittedView(scenes, aoi));

/**
 * Looking at quicklooks before ordering: some scenes side by side, all panes with one view, or the scenes of a place one after
 * another on the map.
 */
export const lookMachine = setup({
  types: { context: {} as LookContext, events: {} as LookEvent },
  actions: {
    compare: assign((_, { scenes, aoi }: SceneComparisonRequested) => ({
      ...CLOSED,
      scenes,
      aoi,
      view: fittedView(scenes, aoi),
    })),
    gather: assign((_, { scenes, scene, aoi }: SceneFlipRequested) => {
      const there = scenesOfPlace(scenes, scene, aoi);
      return { ...CLOSED, scenes: there, aoi, at: there.indexOf(scene) };
    }),
    forget: assign(CLOSED),
  },
  guards: {
    isMore: ({ context }) => context.scenes.length > COMPARED.min,
    hasNext: ({ context }, by: 1 | -1) => context.scenes[context.at + by] !== undefined,
    isOtherPanel: (_, { panel }: PanelShown) => panel !== null && panel !== 'search',
  },
}).createMachine({
  id: 'look',
  context: CLOSED,
  initial: 'closed',
  on: {
    'sceneComparison.requested': {
      target: '.comparing',
      actions: { type: 'compare', params: ({ event }) => event },
    },
    'sceneFlip.requested': {
      target: '.flipping',
      actions: { type: 'gather', params: ({ event }) => event },
    },
  },
  states: {
    closed: { entry: 'forget' },
    comparing: {
      on: {
        'panes.dragged': {
          actions: assign({ view: ({ context, event }) => draggedView(context.view, event.by) }),
        },
        'panes.zoomed': {
          actions: assign({
            view: ({ context, event }) => zoomedView(context.view, fitted(context), event.factor, event.at),
          }),
        },
        'panes.fitted': { actions: assign({ view: ({ context }) => fitted(context) }) },
        'pane.closed': {
          guard: 'isMore',
          actions: assign({
            scenes: ({ context, event }) => context.scenes.filter(({ id }) => id !== event.id),
          }),
        },
        'look.closed': 'closed',
        'results.shown': 'closed',
      },
    },
    flipping: {
      on: {
        'scene.stepped': {
          guard: { type: 'hasNext', params: ({ event }) => event.by },
          actions: assign({ at: ({ context, event }) => context.at + event.by }),
        },
        'look.closed': 'closed',
        'results.shown': 'closed',
        'panel.shown': {
          guard: { type: 'isOtherPanel', params: ({ event }) => event },
          target: 'closed',
        },
      },
    },
  },
});

type Look = SnapshotFrom<typeof lookMachine>;

export const isLookingSideBySide = (look: Look): boolean => look.matches('comparing');
export const isFlipping = (look: Look): boolean => look.matches('flipping');
/** The scene of the place whose quicklook is on the map; null unless scenes are looked at one after another. */
export const flippedScene = (look: Look): Scene | null =>
  isFlipping(look) ? (look.context.scenes[look.context.at] ?? null) : null;
