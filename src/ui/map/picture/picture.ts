import type { Layer } from '@deck.gl/core';
import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import type { EditSketch } from '../layers/editing.ts';
import { dashedLayers, gapLayer, maskLayer, outlineLayers } from '../layers/aoi.ts';
import { imageryLayers } from '../layers/imagery.ts';
import { measureLayers } from '../layers/measures.ts';
import { passLayers } from '../layers/passes.ts';
import { marksLayer, type Mark } from '../kernel/marks.ts';
import { traceOfLine } from '../layers/measures.ts';
import { memo } from '../kernel/memo.ts';
import type { Picture } from './pictureParts.ts';
import { scenesPainter } from '../layers/footprints/scenes.ts';
import type { Ground } from '../kernel/symbols.ts';

const vertexMark = (position: Position): Mark => ({ kind: 'vertex', position });

/**
 * Builds the layers of a picture, bottom to top, in the order of docs/design.md, Map symbols. Unchanged parts keep their arrays, so
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
