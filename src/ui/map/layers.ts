import { gap, mask, outline, preview } from './layers/aoi.ts';
import { coverage } from './layers/coverage/coverage.ts';
import { editHandles, editMarks, editMoving, editStill } from './layers/editing.ts';
import { chosen, footprints, hovered, opened, ticks } from './layers/footprints/scenes.ts';
import { imagery } from './layers/imagery.ts';
import { measures, measuring } from './layers/measures.ts';
import { mosaic, pictures, weekMosaic } from './layers/mosaic/mosaic.ts';
import { passes } from './layers/passes.ts';
import { sketch } from './layers/sketch.ts';
import type { PictureLayer } from './kernel/layer.ts';
import type { PortalSources } from './kernel/usePicture.ts';

/** The layers of the portal's maps. Each says its place itself. */
export const LAYERS: readonly PictureLayer<PortalSources>[] = [
  coverage,
  mask,
  passes,
  imagery,
  footprints,
  mosaic,
  weekMosaic,
  pictures,
  chosen,
  opened,
  gap,
  outline,
  editStill,
  editMoving,
  preview,
  measures,
  measuring,
  ticks,
  hovered,
  sketch,
  editHandles,
  editMarks,
];
