import type { SnapshotFrom } from 'xstate';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { imageryMachine } from '../../../machines/imagery/imagery.machine.ts';
import type { LayerVector, PanelLayer } from '../../../machines/imagery/imagery.rules.ts';
import { imageryLayers, layerOutlines, layerVectors } from '../../../machines/imagery/imagery.selectors.ts';
import type { ImageryPicture } from './imageryLayer.ts';
import { memo } from '../picture/memo.ts';

const areaOf = (layers: readonly PanelLayer[], id: number | null): AreaGeometry | null =>
  layers.find((layer) => layer.id === id)?.area ?? null;

/** Builds the picture of the imagery layers; the same object until it changes, null if it is empty. */
export function imageryPicturer() {
  const pictured = memo(
    (
      outlines: readonly AreaGeometry[],
      hovered: AreaGeometry | null,
      vectors: readonly LayerVector[],
    ): ImageryPicture | null =>
      outlines.length === 0 && hovered === null && vectors.length === 0
        ? null
        : { outlines, hovered, vectors: vectors.map(({ area }) => area) },
  );
  return (imagery: SnapshotFrom<typeof imageryMachine>, hovered: number | null): ImageryPicture | null =>
    pictured(layerOutlines(imagery), areaOf(imageryLayers(imagery), hovered), layerVectors(imagery));
}
