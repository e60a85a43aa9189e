import type { Footprint } from '../../../contract/search.ts';
import { cellsInside } from '../../search/fillRings.ts';
import { MASK_CELLS, type CloudMask } from '../../search/masks/mask.ts';
import { viewOfScene, type View } from '../../search/sceneView.ts';
import { cloudCells, type CloudyScene } from '../painting/clouds.ts';

/** Cells of a footprint; null for a footprint that fills its frame. */
function coveredCells(view: View, geometry: Footprint): Uint8Array | null {
  const cells = cellsInside(view, geometry);
  return cells.includes(0) ? cells : null;
}

/** The mask of a simulated scene: the clouds that its quicklook and its delivered pixels show. */
export function paintedMask(scene: CloudyScene): CloudMask {
  const view = viewOfScene(scene.geometry, MASK_CELLS);
  return { view, cloud: cloudCells(view, scene), covered: coveredCells(view, scene.geometry) };
}
