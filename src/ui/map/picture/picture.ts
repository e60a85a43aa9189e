import type { Layer } from '@deck.gl/core';
import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import type { EditSketch } from '../editing/editStore.ts';
import type { DensityView } from '../density/layer/densityGrid.ts';
import { dashedLayers, gapLayer, maskLayer, outlineLayers } from './aoiLayer.ts';
import { imageryLayers, type ImageryPicture } from '../imagery/imageryLayer.ts';
import { measureLayers } from '../measuring/measureLayer.ts';
import { passLayers, type PassPicture } from '../passes/passLayer.ts';
import { marksLayer, type Mark } from '../editing/picture/marksLayer.ts';
import { traceOfLine } from '../measuring/traces.ts';
import { memo } from './memo.ts';
import { scenesPainter, type ScenesPicture } from './pictureScenes.ts';
import type { BaseGround, Ground } from './symbols.ts';

/** A shape being drawn: a dashed line like the AOI's, and the vertices set so far. */
export interface Sketch {
  line: readonly Position[];
  vertices: readonly Position[];
  /** Position where it crosses itself. */
  crossing?: Position | null | undefined;
}

/** Everything drawn on the base map. */
export interface Picture extends ScenesPicture {
  ground: Ground;
  /** The part of the map whose density is shown, by a layer of the map (DensityLayer.ts); null without density. */
  density: DensityView | null;
  /** The base map below the density. */
  baseGround: BaseGround;
  aoi: AreaGeometry | null;
  /** The part of the AOI that the best cover leaves uncovered. */
  gap: AreaGeometry | null;
  sketch: Sketch | null;
  /** The AOI while it is edited, drawn instead of its outline. */
  editing: EditSketch | null;
  /** The area typed in the coordinate dialog, or previewed from the saved ones. */
  preview: AreaGeometry | null;
  measures: readonly MeasuredLine[];
  /** The line being measured. */
  measuring: MeasuredLine | null;
  /** Passes of the open tasking form. */
  passes: PassPicture | null;
  /** Extents of imagery layers, and their vector data. */
  imagery: ImageryPicture | null;
}

export const EMPTY_PICTURE: Picture = {
  ground: 'pale',
  aoi: null,
  scenes: [],
  shown: null,
  colored: null,
  drawn: 'outlines',
  density: null,
  baseGround: 'pale',
  imageryBoxes: [],
  chosen: [],
  quicklooks: [],
  opacity: 100,
  gap: null,
  hovered: null,
  isNumbered: false,
  sketch: null,
  editing: null,
  preview: null,
  measures: [],
  measuring: null,
  passes: null,
  imagery: null,
};

const vertexMark = (position: Position): Mark => ({ kind: 'vertex', position });

/**
 * Builds the layers of a picture, bottom to top, in look.md's order. Unchanged parts keep their arrays, so
 * deck.gl uploads nothing twice.
 */
export function picturePainter(): (picture: Picture) => Layer[] {
  const paintScenes = scenesPainter();
  // null gives no layers, for later reuse: deck.gl can't show a removed layer again, and undo may restore the
  // same area
  const painter = <Part>(make: (part: Part, ground: Ground) => Layer | Layer[]) =>
    memo((part: Part | null, ground: Ground) => (part === null ? [] : make(part, ground)));
  const lines = (id: string) =>
    painter((given: EditSketch['still'], ground) => dashedLayers(id, given, ground));
  const marks = (id: string) =>
    painter((given: EditSketch['handles'], ground) => marksLayer(id, given, ground));
  const outline = (id: string) => painter((area: AreaGeometry, ground) => outlineLayers(id, area, ground));
  const [mask, gaps] = [painter(maskLayer), painter(gapLayer)];
  const [aoi, previewed] = [outline('deck-aoi'), outline('deck-preview')];
  const [still, moving] = [lines('deck-edit-still'), lines('deck-edit-moving')];
  const [handles, marked] = [marks('edit-handles'), marks('edit-marks')];
  const measured = painter((measures: readonly MeasuredLine[], ground) =>
    measureLayers('deck-measures', measures.map(traceOfLine), ground),
  );
  const [passed, imagery] = [painter(passLayers), painter(imageryLayers)];

  return (picture) => {
    const { ground, aoi: area, gap, sketch, editing, preview, measures, measuring } = picture;
    const scenes = paintScenes(ground, picture);
    return [
      mask(area === null ? null : (editing?.area ?? area), ground),
      passed(picture.passes, ground),
      imagery(picture.imagery, ground),
      scenes.below,
      gaps(gap, ground),
      aoi(editing === null ? area : null, ground),
      still(editing?.still ?? null, ground),
      moving(editing?.moving ?? null, ground),
      previewed(preview, ground),
      measured(measures.length === 0 ? null : measures, ground),
      measuring === null ? [] : measureLayers('deck-measuring', [traceOfLine(measuring)], ground),
      scenes.ticks,
      scenes.hovered,
      sketch === null ? [] : dashedLayers('deck-sketch', [[...sketch.line]], ground),
      sketch === null ? [] : marksLayer('handles', sketch.vertices.map(vertexMark), ground),
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
