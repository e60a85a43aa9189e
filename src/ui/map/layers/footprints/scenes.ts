import type { Scene } from '../../../../../contract/search.ts';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { DrawnFootprints } from '../../../../machines/map/map.rules.ts';
import type { orderPageMachine } from '../../../../machines/orders/orderPage.machine.ts';
import { orderAoi, orderScenes } from '../../../../machines/orders/orderPage.selectors.ts';
import { flippedScene } from '../../../../machines/search/look.machine.ts';
import {
  mappedFootprints,
  quicklookOpacity,
  stackedQuicklooks,
} from '../../../../machines/search/results.selectors.ts';
import type { SnapshotFrom } from 'xstate';
import { hoveredScene, onHovered } from '../../../shared/hover.ts';
import { drawCode, type DrawCode, type End, type PictureLayer } from '../../kernel/layer.ts';
import { memoLast } from '../../../../geo/memo.ts';
import {
  FILLED_FOOTPRINTS_MAX,
  piled,
  SYMBOLS,
  tonedSymbol,
  TONES,
  type ToneScale,
} from '../../kernel/symbols.ts';
import { ticksOf } from '../../kernel/ticks.ts';
import type { PortalSources } from '../../kernel/usePicture.ts';
import { editSketch } from '../editing.ts';
import { sketchStore } from '../sketch.ts';
import { drawnFootprintsStore } from './drawnFootprints.ts';
import { SCENE_STATE, type SceneMarks } from './footprintMarks.ts';
import { meshOfScenes } from './footprintMesh.ts';

/** The scenes on the map. */
export interface ScenesOnMap {
  scenes: readonly Scene[];
  /** One byte per scene, 0 if the filters hide it; null if all are shown. Replaced whenever it changes. */
  shown: Uint8Array | null;
  /** Product IDs of the selected scenes. */
  chosen: readonly string[];
  /** The first one lies on top. */
  quicklooks: readonly string[];
  /** Opacity of the quicklooks, percent. */
  opacity: number;
  hovered: string | null;
  /** Whether numbers instead of ticks mark the selected scenes. */
  isNumbered: boolean;
  /** Colouring of the footprints; null if all are alike. Selected and hovered ones keep their own colours. */
  colored: Colored | null;
  /** How footprints are drawn that are neither selected nor hovered. */
  drawn: DrawnFootprints;
}

/** Footprints coloured by a value. */
interface Colored {
  scale: ToneScale;
  /** One byte per scene: 0 if unknown, otherwise its class from 1. Replaced whenever it changes. */
  tones: Uint8Array;
}

const NONE: readonly string[] = [];
const idsOf = memoLast((scenes: readonly Scene[]) => scenes.map(({ id }) => id));
/** The list of one, the same for the same: what has not changed is not drawn again. */
const onlyOne = memoLast((id: string): readonly string[] => [id]);

/** The AOI and footprints of the open order; null without one, and while an AOI is drawn or edited. */
export function orderPicture(
  page: SnapshotFrom<typeof orderPageMachine>,
): (Partial<ScenesOnMap> & { aoi: AreaGeometry }) | null {
  const [scenes, aoi] = [orderScenes(page), orderAoi(page)];
  if (scenes === null || aoi === null || sketchStore.get() !== null || editSketch.get() !== null) return null;
  return {
    aoi: aoi.geometry,
    scenes,
    shown: null,
    colored: null,
    chosen: idsOf(scenes),
    isNumbered: true,
    drawn: 'outlines',
    quicklooks: NONE,
  };
}

/** The open order, which the map shows instead of the last search; null without one. */
export function orderOnMap(from: PortalSources) {
  const page = from.actor('orderPage');
  return page === undefined ? null : orderPicture(page.getSnapshot());
}

/** Calls back when `orderOnMap` may have changed. */
export const followOrder = (from: PortalSources, changed: () => void): readonly End[] => [
  from.follow('orderPage', changed),
  sketchStore.on(changed),
  editSketch.on(changed),
];

/** Of the scenes of a place, only the one that is looked at is on the map, with its quicklook. */
const flippedPicture = (scene: Scene | null): Partial<ScenesOnMap> | null =>
  scene && { drawn: 'hidden', chosen: NONE, quicklooks: onlyOne(scene.id), hovered: scene.id };

/** The scenes on the map; null while there are no results. */
export function scenesOnMap(from: PortalSources): ScenesOnMap | null {
  const [results, look] = [from.actor('results'), from.actor('look')];
  if (results === undefined) return null;
  const found = results.getSnapshot();
  return {
    ...mappedFootprints(found),
    drawn: drawnFootprintsStore.get(),
    chosen: found.context.chosen,
    quicklooks: stackedQuicklooks(found),
    opacity: quicklookOpacity(found),
    hovered: hoveredScene(),
    isNumbered: false,
    ...(look && flippedPicture(flippedScene(look.getSnapshot()))),
    ...orderOnMap(from),
  };
}

/** Calls back when `scenesOnMap` may have changed, apart from the hover. */
export const followScenes = (from: PortalSources, changed: () => void): readonly End[] => [
  from.follow('results', changed),
  from.follow('look', changed),
  drawnFootprintsStore.on(changed),
  ...followOrder(from, changed),
];

const numbers = memoLast(
  (scenes: readonly Scene[]) => new Map(scenes.map(({ id }, number) => [id, number] as const)),
);

/** Indexes of the shown scenes with these IDs, the last one first: what is drawn first is at the bottom. */
function stackOf(scenes: readonly Scene[], ids: readonly string[], shown: Uint8Array | null): number[] {
  const known = ids.length === 0 ? null : numbers(scenes);
  return ids
    .flatMap((id) => known?.get(id) ?? [])
    .filter((number) => shown?.[number] !== 0)
    .toReversed();
}

/** The same, ascending. */
const numbersOf = (...of: Parameters<typeof stackOf>): Uint32Array => Uint32Array.from(stackOf(...of)).sort();

function statesOf(scenes: readonly Scene[], shown: Uint8Array | null, ...marked: Uint32Array[]): Uint8Array {
  const states = new Uint8Array(scenes.length);
  const [chosen = [], unfilled = []] = marked;
  for (const number of chosen) states[number]! |= SCENE_STATE.chosen;
  for (const number of unfilled) states[number]! |= SCENE_STATE.unfilled;
  if (shown !== null)
    for (let number = 0; number < states.length; number++)
      if (shown[number] === 0) states[number]! |= SCENE_STATE.hidden;
  return states;
}

const NO_TONES = memoLast((count: number) => new Uint8Array(count));

const chosenNumbers = memoLast(numbersOf);
const overlaidNumbers = memoLast(numbersOf);
const stackedNumbers = memoLast(stackOf);
const hoveredNumbers = memoLast((scenes: readonly Scene[], id: string | null, shown: Uint8Array | null) =>
  numbersOf(scenes, id === null ? NONE : [id], shown),
);
const marksFor = memoLast(
  (
    scenes: readonly Scene[],
    shown: Uint8Array | null,
    chosen: Uint32Array,
    overlaid: Uint32Array,
    tones: Uint8Array | null,
  ): SceneMarks => {
    // a scene under its quicklook keeps its outline only if selected (docs/design.md, Map symbols); otherwise its fill is
    // barely visible
    const bare = overlaid.filter((number) => chosen.includes(number));
    return {
      states: statesOf(scenes, shown, chosen, bare),
      tones: tones ?? NO_TONES(scenes.length),
      version: 0,
    };
  },
);
const shownCount = memoLast((scenes: readonly Scene[], shown: Uint8Array | null) =>
  shown === null ? scenes.length : shown.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0),
);

const chosenOf = ({ scenes, chosen, shown }: ScenesOnMap) => chosenNumbers(scenes, chosen, shown);

/** The marks that all layers of footprints share; the same object until they change. */
const marksOf = (now: ScenesOnMap): SceneMarks =>
  marksFor(
    now.scenes,
    now.shown,
    chosenOf(now),
    overlaidNumbers(now.scenes, now.quicklooks, now.shown),
    now.colored?.tones ?? null,
  );

/** Code of the layers of footprints and quicklooks. */
const code = () => import('./footprintLayers.ts');
type Code = Awaited<ReturnType<typeof code>>;

/** A layer of the scenes on the map, read from them while there are any. */
function scenesLayer<Read, LayerCode>({
  read,
  isHover = false,
  ...layer
}: Omit<PictureLayer<PortalSources, Read, LayerCode>, 'read' | 'subscribe'> & {
  read: (now: ScenesOnMap, from: Pick<PortalSources, 'imageryBoxes'>) => Read | null;
  isHover?: boolean;
}): PictureLayer<PortalSources, Read, LayerCode> & { readScenes: typeof read } {
  return {
    ...layer,
    readScenes: read,
    subscribe: (from, changed) => [...followScenes(from, changed), ...(isHover ? [onHovered(changed)] : [])],
    read: (from) => {
      const now = scenesOnMap(from);
      return now === null || now.scenes.length === 0 ? null : read(now, from);
    },
  };
}

type Plain = readonly [
  scenes: readonly Scene[],
  marks: SceneMarks,
  count: number,
  colored: Colored | null,
  drawn: DrawnFootprints,
  hasImagery: boolean,
];

/** Footprints that are neither selected nor hovered. */
export const footprints = scenesLayer<Plain, Code>({
  id: 'footprints',
  place: 40,
  read: (now, { imageryBoxes }) => [
    now.scenes,
    marksOf(now),
    shownCount(now.scenes, now.shown),
    now.colored,
    now.drawn,
    imageryBoxes.length > 0,
  ],
  code,
  paint: ([scenes, marks, count, colored, drawn, hasImagery], ground, { footprintLayer }) => {
    if (drawn !== 'outlines') return [];
    const symbol = piled(SYMBOLS[ground].footprint, count);
    return [
      footprintLayer('footprints', {
        mesh: meshOfScenes(scenes),
        marks,
        symbol: colored === null ? symbol : tonedSymbol(symbol),
        isFilled: count <= FILLED_FOOTPRINTS_MAX && !hasImagery,
        ...(colored === null ? {} : { tones: TONES[colored.scale][ground] }),
      }),
    ];
  },
  warm: (ground, { warmLayer }) => [warmLayer('footprints', SYMBOLS[ground].footprint)],
  // found scenes are on the map as soon as in the list
  isUrgent: ([scenes], before) => scenes !== before?.[0],
});

/** Quicklooks over their footprints, below the selected ones. */
export const quicklooks = scenesLayer<
  readonly [scenes: readonly Scene[], stack: readonly number[], opacity: number],
  Code
>({
  id: 'quicklooks',
  place: 50,
  read: ({ scenes, shown, opacity, ...now }) => {
    const stack = stackedNumbers(scenes, now.quicklooks, shown);
    return stack.length === 0 ? null : [scenes, stack, opacity];
  },
  code,
  paint: ([scenes, stack, opacity], _, { quicklookLayer }) =>
    stack.flatMap((number) => quicklookLayer(scenes[number]!, opacity / 100) ?? []),
});

/** Selected footprints. */
export const chosen = scenesLayer<
  readonly [scenes: readonly Scene[], marks: SceneMarks, numbers: Uint32Array, isFilled: boolean],
  Code
>({
  id: 'chosen',
  place: 60,
  read: (now) => {
    const numbers = chosenOf(now);
    // docs/design.md, Map symbols: the density stays in sight
    return numbers.length === 0 ? null : [now.scenes, marksOf(now), numbers, now.drawn !== 'density'];
  },
  code,
  paint: ([scenes, marks, only, isFilled], ground, { footprintLayer }) => [
    footprintLayer('chosen', {
      mesh: meshOfScenes(scenes),
      marks,
      symbol: SYMBOLS[ground].chosen,
      only,
      isFilled,
    }),
  ],
});

/** The ticks of selected footprints; an order's scenes have numbers instead. */
export const ticks = scenesLayer<readonly [scenes: readonly Scene[], numbers: Uint32Array], DrawCode>({
  id: 'ticks',
  place: 130,
  read: (now) => {
    const numbers = chosenOf(now);
    return numbers.length === 0 || now.isNumbered ? null : [now.scenes, numbers];
  },
  code: drawCode,
  paint: ([scenes, numbers], ground, { ticksLayer }) => [
    ticksLayer(ticksOf([...numbers].flatMap((number) => scenes[number]?.geometry ?? [])), ground),
  ],
});

/** The footprint under the pointer, above all others. */
export const hovered = scenesLayer<
  readonly [scenes: readonly Scene[], marks: SceneMarks, numbers: Uint32Array],
  Code
>({
  id: 'hovered',
  place: 140,
  isHover: true,
  read: (now) => {
    const numbers = hoveredNumbers(now.scenes, now.hovered, now.shown);
    return numbers.length === 0 ? null : [now.scenes, marksOf(now), numbers];
  },
  code,
  paint: ([scenes, marks, only], ground, { footprintLayer }) => [
    footprintLayer('hovered', { mesh: meshOfScenes(scenes), marks, symbol: SYMBOLS[ground].hovered, only }),
  ],
});
