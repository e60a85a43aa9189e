import type { Sketch } from '../layers/sketch.ts';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';
import type { DensityView } from '../layers/density/densityGrid.ts';
import type { EditSketch } from '../layers/editing.ts';
import type { ImageryPicture } from '../layers/imagery.ts';
import type { PassPicture } from '../layers/passes.ts';
import type { ScenesPicture } from '../layers/footprints/scenes.ts';
import type { BaseGround, Ground } from '../kernel/symbols.ts';

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

/** The parts of a picture that deck.gl draws. */
const DRAWN = [
  'aoi',
  'scenes',
  'quicklooks',
  'gap',
  'sketch',
  'editing',
  'preview',
  'measures',
  'measuring',
  'passes',
  'imagery',
] as const satisfies readonly (keyof Picture)[];

/** Whether nothing of a picture is drawn by deck.gl. */
export function isEmpty(picture: Picture): boolean {
  return DRAWN.every((part) => {
    const drawn = picture[part];
    return drawn === null || (Array.isArray(drawn) && drawn.length === 0);
  });
}
