import type { Layer } from '@deck.gl/core';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import type { MeasuredLine } from '../../../../src/machines/map/map.rules.ts';
import { Picture } from '../../../../src/ui/map/kernel/picture.ts';
import { LAYERS } from '../../../../src/ui/map/layers.ts';
import { mask, outline } from '../../../../src/ui/map/layers/aoi.ts';
import { maskOf, outlineOf } from '../../../../src/ui/map/layers/area.ts';
import { editSketch, type EditSketch } from '../../../../src/ui/map/layers/editing.ts';
import {
  chosen,
  footprints,
  hovered,
  opened,
  ticks,
  type ScenesOnMap,
} from '../../../../src/ui/map/layers/footprints/scenes.ts';
import { mosaic, pictures } from '../../../../src/ui/map/layers/mosaic/mosaic.ts';
import { measures, measuring } from '../../../../src/ui/map/layers/measures.ts';
import { sketch, sketchStore } from '../../../../src/ui/map/layers/sketch.ts';

/** What is on a map; nothing by default. */
export interface Facts extends ScenesOnMap {
  aoi: AreaGeometry | null;
  editing: EditSketch | null;
  imageryBoxes: readonly AreaGeometry[];
  measures: readonly MeasuredLine[];
  measuring: MeasuredLine | null;
}
const NOTHING: Facts = {
  scenes: [],
  shown: null,
  colored: null,
  drawn: 'outlines',
  chosen: [],
  open: null,
  hasQuicklook: true,
  isPictured: false,
  mosaic: null,
  hovered: null,
  carded: null,
  isNumbered: false,
  aoi: null,
  editing: null,
  imageryBoxes: [],
  measures: [],
  measuring: null,
};

/** Paints the picture of one map: what is on it in, deck.gl's layers out. */
export async function picturePainter(): Promise<(facts: Partial<Facts>) => Layer[]> {
  const picture = new Picture();
  for (const layer of LAYERS) picture.take(layer, null);
  await picture.load();
  return (some) => {
    const facts = { ...NOTHING, ...some };
    const aoi = { subscribe: () => [], read: () => facts.aoi };
    editSketch.set(facts.editing);
    picture.take(mask, maskOf(aoi).read(null));
    picture.take(outline, outlineOf(aoi).read(null));
    editSketch.set(null);
    for (const layer of [footprints, mosaic, pictures, chosen, opened, ticks, hovered])
      picture.take(layer, facts.scenes.length === 0 ? null : layer.readScenes(facts, facts));
    picture.take(measures, facts.measures.length === 0 ? null : facts.measures);
    picture.take(measuring, facts.measuring);
    picture.take(sketch, sketchStore.get());
    return picture.paint();
  };
}
