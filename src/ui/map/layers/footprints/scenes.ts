import type { Scene } from '../../../../../contract/search.ts';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { DrawnFootprints } from '../../../../machines/map/map.rules.ts';
import type { orderPageMachine } from '../../../../machines/orders/orderPage.machine.ts';
import { orderAoi, orderScenes } from '../../../../machines/orders/orderPage.selectors.ts';
import type { Mosaic } from '../../../../machines/search/loadedSet.rules.ts';
import { flippedScene } from '../../../../machines/search/look.machine.ts';
import {
  isQuicklookShown,
  mappedFootprints,
  openScene,
  requestedAoi,
  shownMosaic,
} from '../../../../machines/search/results.selectors.ts';
import { preferredFootprints } from '../../../../machines/shared/preferences.selectors.ts';
import type { SnapshotFrom } from 'xstate';
import { cardedScene, hoveredScene, onHovered } from '../../../shared/hover.ts';
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

export interface ScenesOnMap {
  scenes: readonly Scene[];
  /** One byte per scene, 0 if the filters hide it; null if all are shown. Replaced whenever it changes. */
  shown: Uint8Array | null;
  /** Product IDs of the selected scenes. */
  chosen: readonly string[];
  /** Product ID of the open one, which is marked; null without one. */
  open: string | null;
  hasQuicklook: boolean;
  /** Whether the map shows pictures: the mosaic, and the quicklooks of selected and hovered scenes over the AOI. */
  isPictured: boolean;
  /** Null until it is known. */
  mosaic: Mosaic | null;
  aoi: AreaGeometry | null;
  hovered: string | null;
  /** Product ID of the scene whose card is in the middle, on a phone; null without cards. */
  carded: string | null;
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
    open: null,
    carded: null,
    isPictured: false,
    mosaic: null,
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
  scene && {
    drawn: 'hidden',
    chosen: NONE,
    open: scene.id,
    hasQuicklook: true,
    isPictured: false,
    mosaic: null,
    hovered: scene.id,
    carded: null,
  };

/** The scenes on the map; null while there are no results. */
export function scenesOnMap(from: PortalSources): ScenesOnMap | null {
  const [results, look] = [from.actor('results'), from.actor('look')];
  if (results === undefined) return null;
  const found = results.getSnapshot();
  const preferences = from.actor('preferences');
  const isPictured = preferences !== undefined && preferredFootprints(preferences.getSnapshot()) === 'auto';
  const { chosen } = found.context;
  return {
    ...mappedFootprints(found),
    drawn: drawnFootprintsStore.get(),
    chosen,
    open: openScene(found)?.id ?? null,
    hasQuicklook: isQuicklookShown(found),
    isPictured,
    mosaic: isPictured ? shownMosaic(found) : null,
    aoi: requestedAoi(found)?.geometry ?? null,
    hovered: hoveredScene(),
    carded: cardedScene.get(),
    isNumbered: chosen.length <= NUMBERED_MAX,
    ...(look && flippedPicture(flippedScene(look.getSnapshot()))),
    ...orderOnMap(from),
  };
}

/** Calls back when `scenesOnMap` may have changed, apart from the hover. */
export const followScenes = (from: PortalSources, changed: () => void): readonly End[] => [
  from.follow('results', changed),
  from.follow('look', changed),
  from.follow('preferences', changed),
  drawnFootprintsStore.on(changed),
  cardedScene.on(changed),
  ...followOrder(from, changed),
];

/** Up to this number the selected scenes are numbered, and their pictures lie on the map. */
export const NUMBERED_MAX = 24;

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

function statesOf(scenes: readonly Scene[], shown: Uint8Array | null, chosen: Uint32Array): Uint8Array {
  const states = new Uint8Array(scenes.length);
  for (const number of chosen) states[number]! |= SCENE_STATE.chosen;
  if (shown !== null)
    for (let number = 0; number < states.length; number++)
      if (shown[number] === 0) states[number]! |= SCENE_STATE.hidden;
  return states;
}

const NO_TONES = memoLast((count: number) => new Uint8Array(count));

const chosenNumbers = memoLast(numbersOf);
/** Those that are hairlines: neither selected nor part of the mosaic. */
const otherNumbers = memoLast(
  (scenes: readonly Scene[], chosen: readonly string[], mosaic: Mosaic | null, shown: Uint8Array | null) => {
    const drawn = new Set([...chosen, ...(mosaic?.parts ?? []).map(({ id }) => id)]);
    return numbersOf(
      scenes,
      idsOf(scenes).filter((id) => !drawn.has(id)),
      shown,
    );
  },
);
const numberOf = (scenes: readonly Scene[], id: string | null, shown: Uint8Array | null) =>
  numbersOf(scenes, id === null ? NONE : [id], shown);
const hoveredNumbers = memoLast(numberOf);
const openNumbers = memoLast(numberOf);
const marksFor = memoLast(
  (
    scenes: readonly Scene[],
    shown: Uint8Array | null,
    chosen: Uint32Array,
    tones: Uint8Array | null,
  ): SceneMarks => ({
    states: statesOf(scenes, shown, chosen),
    tones: tones ?? NO_TONES(scenes.length),
    version: 0,
  }),
);
const shownCount = memoLast((scenes: readonly Scene[], shown: Uint8Array | null) =>
  shown === null ? scenes.length : shown.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0),
);

const chosenOf = ({ scenes, chosen, shown }: ScenesOnMap) => chosenNumbers(scenes, chosen, shown);

/** The marks that all layers of footprints share; the same object until they change. */
const marksOf = (now: ScenesOnMap): SceneMarks =>
  marksFor(now.scenes, now.shown, chosenOf(now), now.colored?.tones ?? null);

/** Code of the layers of footprints. */
const code = () => import('./footprintLayers.ts');
type Code = Awaited<ReturnType<typeof code>>;

/** A layer of the scenes on the map, read from them while there are any. */
export function scenesLayer<Read, LayerCode>({
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
  /** Those that are drawn; null for all that are not selected. */
  only: Uint32Array | null,
  isFilled: boolean,
  isDrawn: boolean,
];

/** Footprints that are neither selected nor hovered: outlines, or hairlines beside the mosaic. */
export const footprints = scenesLayer<Plain, Code>({
  id: 'footprints',
  place: 40,
  read: (now, { imageryBoxes }) => {
    const count = shownCount(now.scenes, now.shown);
    const isHairline = now.drawn === 'hairlines';
    return [
      now.scenes,
      marksOf(now),
      count,
      now.colored,
      isHairline ? otherNumbers(now.scenes, now.chosen, now.mosaic, now.shown) : null,
      now.drawn === 'outlines' && count <= FILLED_FOOTPRINTS_MAX && imageryBoxes.length === 0,
      isHairline || now.drawn === 'outlines',
    ];
  },
  code,
  paint: ([scenes, marks, count, colored, only, isFilled, isDrawn], ground, { footprintLayer }) => {
    if (!isDrawn) return [];
    const symbol = only === null ? piled(SYMBOLS[ground].footprint, count) : SYMBOLS[ground].hairline;
    return [
      footprintLayer('footprints', {
        mesh: meshOfScenes(scenes),
        marks,
        symbol: colored === null ? symbol : tonedSymbol(symbol),
        isFilled,
        ...(only === null ? {} : { only }),
        ...(colored === null ? {} : { tones: TONES[colored.scale][ground] }),
      }),
    ];
  },
  warm: (ground, { warmLayer }) => [warmLayer('footprints', SYMBOLS[ground].footprint)],
  // found scenes are on the map as soon as in the list
  isUrgent: ([scenes], before) => scenes !== before?.[0],
});

type Marked = readonly [scenes: readonly Scene[], marks: SceneMarks, numbers: Uint32Array, isFilled: boolean];

/** Some footprints in the symbol of selected ones. */
const markedLayer = (
  id: string,
  place: number,
  numbersIn: (now: ScenesOnMap) => Uint32Array,
): ReturnType<typeof scenesLayer<Marked, Code>> =>
  scenesLayer<Marked, Code>({
    id,
    place,
    read: (now) => {
      const numbers = numbersIn(now);
      // docs/design.md, Map symbols: density and quicklooks stay in sight
      const isBare = now.drawn === 'density' || now.isPictured || (now.hasQuicklook && now.open !== null);
      return numbers.length === 0 ? null : [now.scenes, marksOf(now), numbers, !isBare];
    },
    code,
    paint: ([scenes, marks, only, isFilled], ground, { footprintLayer }) => [
      footprintLayer(id, {
        mesh: meshOfScenes(scenes),
        marks,
        symbol: SYMBOLS[ground].chosen,
        only,
        isFilled,
      }),
    ],
  });

/** Selected footprints, and the open one. */
export const chosen = markedLayer('chosen', 60, chosenOf);
export const opened = markedLayer('opened', 62, ({ scenes, open, carded, shown }) =>
  openNumbers(scenes, open ?? carded, shown),
);

/** The ticks of selected footprints; few of them, and an order's scenes, have numbers instead. */
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
export const hovered = scenesLayer<Marked, Code>({
  id: 'hovered',
  place: 140,
  isHover: true,
  read: (now) => {
    const numbers = hoveredNumbers(now.scenes, now.hovered, now.shown);
    return numbers.length === 0 ? null : [now.scenes, marksOf(now), numbers, !now.isPictured];
  },
  code,
  paint: ([scenes, marks, only, isFilled], ground, { footprintLayer }) => [
    footprintLayer('hovered', {
      mesh: meshOfScenes(scenes),
      marks,
      symbol: SYMBOLS[ground].hovered,
      only,
      isFilled,
    }),
  ],
});
