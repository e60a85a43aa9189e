import type { Layer } from '@deck.gl/core';
import type { Scene } from '../../../../../contract/search.ts';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { DrawnFootprints } from '../../../../machines/map/footprints.rules.ts';
import { SCENE_STATE, type SceneMarks } from './footprintMarks.ts';
import { footprintLayer, warmLayer, type Footprints, quicklookLayer } from './footprintLayers.ts';
import { meshOfScenes } from './footprintMesh.ts';
import { ticksLayer } from '../../kernel/marks.ts';
import { ticksOf } from '../../kernel/ticks.ts';
import { memo } from '../../kernel/memo.ts';
import {
  FILLED_FOOTPRINTS_MAX,
  piled,
  SYMBOLS,
  tonedSymbol,
  TONES,
  type Ground,
  type ToneScale,
} from '../../kernel/symbols.ts';
import type { SnapshotFrom } from 'xstate';
import type { orderPageMachine } from '../../../../machines/orders/page/orderPage.machine.ts';
import { orderAoi, orderScenes } from '../../../../machines/orders/page/orderPage.selectors.ts';
import { editSketch } from '../editing.ts';
import { sketchStore } from '../sketch.ts';

/** The scenes on the map. */
export interface ScenesPicture {
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
  /** Extents of the imagery on the map, which neither density nor fills cover. */
  imageryBoxes: readonly AreaGeometry[];
}

/** Footprints coloured by a value. */
interface Colored {
  scale: ToneScale;
  /** One byte per scene: 0 if unknown, otherwise its class from 1. Replaced whenever it changes. */
  tones: Uint8Array;
}

const numbers = memo(
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

const NO_TONES = memo((count: number) => new Uint8Array(count));

/** Builds the scene layers. Unchanged parts keep their arrays, so deck.gl uploads nothing twice. */
export function scenesPainter() {
  const chosenNumbers = memo(numbersOf);
  const overlaidNumbers = memo(numbersOf);
  const stackedNumbers = memo(stackOf);
  const marksOf = memo(
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
  const shownCount = memo((scenes: readonly Scene[], shown: Uint8Array | null) =>
    shown === null ? scenes.length : shown.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0),
  );
  const plainSymbol = memo((ground: Ground, count: number, isToned: boolean) => {
    const symbol = piled(SYMBOLS[ground].footprint, count);
    return isToned ? tonedSymbol(symbol) : symbol;
  });
  const ticks = memo((scenes: readonly Scene[], chosen: Uint32Array) =>
    ticksOf([...chosen].flatMap((number) => scenes[number]?.geometry ?? [])),
  );
  const hoveredNumbers = memo(
    (scenes: readonly Scene[], id: string | null, shown: Uint8Array | null): Uint32Array =>
      numbersOf(scenes, id === null ? [] : [id], shown),
  );

  return (ground: Ground, { scenes, shown, colored, drawn, isNumbered, ...rest }: ScenesPicture) => {
    const symbols = SYMBOLS[ground];
    if (scenes.length === 0)
      return { below: [warmLayer('footprints', symbols.footprint)], ticks: [], hovered: [] };
    const mesh = meshOfScenes(scenes);
    const chosen = chosenNumbers(scenes, rest.chosen, shown);
    const overlaid = overlaidNumbers(scenes, rest.quicklooks, shown);
    const stacked = stackedNumbers(scenes, rest.quicklooks, shown);
    const hovered = hoveredNumbers(scenes, rest.hovered, shown);
    const marks = marksOf(scenes, shown, chosen, overlaid, colored?.tones ?? null);
    const count = shownCount(scenes, shown);
    const plain = (): Footprints => ({
      mesh,
      marks,
      symbol: plainSymbol(ground, count, colored !== null),
      isFilled: count <= FILLED_FOOTPRINTS_MAX && rest.imageryBoxes.length === 0,
      ...(colored === null ? {} : { tones: TONES[colored.scale][ground] }),
    });
    const below: (Layer | null)[] = [
      drawn === 'outlines' ? footprintLayer('footprints', plain()) : null,
      ...stacked.map((number) => quicklookLayer(scenes[number]!, rest.opacity / 100)),
      chosen.length === 0
        ? null
        : footprintLayer('chosen', {
            mesh,
            marks,
            symbol: symbols.chosen,
            only: chosen,
            // docs/design.md, Map symbols: the density stays in sight
            isFilled: drawn !== 'density',
          }),
    ];
    return {
      below: below.filter((layer) => layer !== null),
      ticks: chosen.length === 0 || isNumbered ? [] : [ticksLayer(ticks(scenes, chosen), ground)],
      hovered:
        hovered.length === 0
          ? []
          : [footprintLayer('hovered', { mesh, marks, symbol: symbols.hovered, only: hovered })],
    };
  };
}

const idsOf = memo((scenes: readonly Scene[]) => scenes.map(({ id }) => id));
const NONE: readonly string[] = [];

/** The AOI and footprints of the open order; null without one, and while an AOI is drawn or edited. */
export function orderPicture(
  page: SnapshotFrom<typeof orderPageMachine>,
): (Partial<ScenesPicture> & { aoi: AreaGeometry; density: null; gap: null }) | null {
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
    density: null,
    quicklooks: NONE,
    gap: null,
  };
}
