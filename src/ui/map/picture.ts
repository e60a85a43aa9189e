import type { Layer } from '@deck.gl/core';
import type { Position } from 'geojson';
import type { Scene } from '../../../contract/search.ts';
import type { AreaGeometry } from '../../geo/areaGeometry.ts';
import { joinedAt180 } from '../../geo/joinAntimeridian.ts';
import type { MeasuredLine } from '../../machines/measures.rules.ts';
import type { EditSketch } from './editing/editStore.ts';
import { aoiLayers, dashedLayers, maskLayer } from './layers/aoiLayer.ts';
import {
  allIn,
  FOOTPRINT_STATE,
  footprintLayers,
  meshesOfScenes,
  warmLayers,
} from './layers/footprintLayers.ts';
import { measureLayers } from './layers/measureLayer.ts';
import { handlesLayer, marksLayer, ticksLayer, ticksOf } from './layers/marksLayer.ts';
import { quicklookLayer } from './layers/quicklookLayer.ts';
import { traceOfLine } from './measuring/traces.ts';
import { FILLED_FOOTPRINTS_MAX, piled, SYMBOLS, type Ground } from './symbols.ts';

/** What is being drawn: a line that is dashed like the AOI, and the vertices set so far. */
export interface Sketch {
  line: readonly Position[];
  vertices: readonly Position[];
  /** Where it crosses itself. */
  crossing?: Position | null | undefined;
}

/** All that lies on the base map. */
export interface Picture {
  ground: Ground;
  aoi: AreaGeometry | null;
  scenes: readonly Scene[];
  chosen: readonly string[];
  quicklooks: readonly string[];
  hovered: string | null;
  sketch: Sketch | null;
  /** The AOI while its handles are shown: in place of the AOI's own outline. */
  editing: EditSketch | null;
  /** What the coordinate dialog's entry stands for. */
  preview: AreaGeometry | null;
  measures: readonly MeasuredLine[];
  /** The line that is being measured. */
  measuring: MeasuredLine | null;
}

export const EMPTY_PICTURE: Picture = {
  ground: 'pale',
  aoi: null,
  scenes: [],
  chosen: [],
  quicklooks: [],
  hovered: null,
  sketch: null,
  editing: null,
  preview: null,
  measures: [],
  measuring: null,
};

/** A value made from others, made anew when one of them is another. */
function memo<In extends readonly unknown[], Out>(make: (...given: In) => Out): (...given: In) => Out {
  let last: { given: In; made: Out } | null = null;
  return (...given) => {
    if (last === null || given.some((value, at) => value !== last?.given[at]))
      last = { given, made: make(...given) };
    return last.made;
  };
}

/**
 * Makes the layers of a picture, from below to above as look.md orders them. What did not change keeps its arrays, so
 * that deck.gl uploads nothing twice.
 */
export function picturePainter(): (picture: Picture) => Layer[] {
  const plainStates = memo((scenes: readonly Scene[], chosen: readonly string[]) => {
    const ids = new Set(chosen);
    const state = scenes.length > FILLED_FOOTPRINTS_MAX ? FOOTPRINT_STATE.outlined : FOOTPRINT_STATE.filled;
    return Uint8Array.from(scenes, ({ id }) => (ids.has(id) ? FOOTPRINT_STATE.hidden : state));
  });
  const chosenScenes = memo((scenes: readonly Scene[], chosen: readonly string[]) => {
    const ids = new Set(chosen);
    return scenes.filter(({ id }) => ids.has(id));
  });
  const chosenStates = memo((scenes: readonly Scene[], quicklooks: readonly string[]) =>
    Uint8Array.from(scenes, ({ id }) =>
      quicklooks.includes(id) ? FOOTPRINT_STATE.outlined : FOOTPRINT_STATE.filled,
    ),
  );
  const plainSymbol = memo((ground: Ground, count: number) => piled(SYMBOLS[ground].footprint, count));
  const ticks = memo((scenes: readonly Scene[]) => ticksOf(scenes.map(({ geometry }) => geometry)));
  // asked for nothing too: a layer that was taken away can't be shown again, and undo brings back the same area
  const mask = memo((area: AreaGeometry | null, ground: Ground) =>
    area === null ? [] : maskLayer(area, ground),
  );
  const aoi = memo((area: AreaGeometry | null, ground: Ground) =>
    area === null ? [] : aoiLayers(area, ground),
  );
  type Lines = EditSketch['still'];
  type Marks = EditSketch['handles'];
  const lines = (id: string) =>
    memo((given: Lines | null, ground: Ground) => (given === null ? [] : dashedLayers(id, given, ground)));
  const [still, moving] = [lines('deck-edit-still'), lines('deck-edit-moving')];
  const marks = (id: string) =>
    memo((given: Marks | null, ground: Ground) => (given === null ? [] : marksLayer(id, given, ground)));
  const [handles, marked] = [marks('edit-handles'), marks('edit-marks')];
  const previewed = memo((area: AreaGeometry | null, ground: Ground) =>
    area === null ? [] : dashedLayers('deck-preview', joinedAt180(area).flat(), ground),
  );
  const measured = memo((lines: readonly MeasuredLine[], ground: Ground) =>
    measureLayers('deck-measures', lines.map(traceOfLine), ground),
  );
  const hoveredScenes = memo((scenes: readonly Scene[], id: string | null) =>
    id === null ? [] : scenes.filter((scene) => scene.id === id),
  );

  return ({ ground, aoi: area, scenes, chosen, quicklooks, hovered, sketch, editing, ...rest }) => {
    const { preview, measures, measuring } = rest;
    const symbols = SYMBOLS[ground];
    const taken = chosenScenes(scenes, chosen);
    const under = hoveredScenes(scenes, hovered);
    const overlaid = scenes.filter(({ id }) => quicklooks.includes(id));
    return [
      mask(area === null ? null : (editing?.area ?? area), ground),
      scenes.length === 0
        ? warmLayers('footprints', symbols.footprint)
        : footprintLayers(
            'footprints',
            meshesOfScenes(scenes),
            plainStates(scenes, chosen),
            plainSymbol(ground, scenes.length),
          ),
      overlaid.map(quicklookLayer),
      footprintLayers('chosen', meshesOfScenes(taken), chosenStates(taken, quicklooks), symbols.chosen),
      aoi(editing === null ? area : null, ground),
      still(editing?.still ?? null, ground),
      moving(editing?.moving ?? null, ground),
      previewed(preview, ground),
      measures.length === 0 ? [] : measured(measures, ground),
      measuring === null ? [] : measureLayers('deck-measuring', [traceOfLine(measuring)], ground),
      taken.length === 0 ? [] : ticksLayer(ticks(taken), ground),
      footprintLayers('hovered', meshesOfScenes(under), allIn(under.length, 'filled'), symbols.hovered),
      sketch === null ? [] : dashedLayers('deck-sketch', [[...sketch.line]], ground),
      sketch === null ? [] : handlesLayer(sketch.vertices, ground),
      sketch?.crossing
        ? marksLayer('crossing', [{ kind: 'crossing', position: sketch.crossing }], ground)
        : [],
      handles(editing?.handles ?? null, ground),
      marked(editing?.marks ?? null, ground),
    ]
      .flat()
      .filter((layer) => layer !== null);
  };
}
