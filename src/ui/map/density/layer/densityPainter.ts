import type { Layer } from '@deck.gl/core';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { meshOf, type FootprintMesh } from '../../footprints/footprintMesh.ts';
import { FLAT } from '../../picture/flat.ts';
import { memo } from '../../picture/memo.ts';
import type { BaseGround } from '../../picture/symbols.ts';
import { densityColors } from './densityColors.ts';
import { levelsOf, type DensityView } from './densityGrid.ts';
import { DensityLayer } from './DensityLayer.ts';

/** Builds the layers of the density; footprints are counted again only if they or the counted part change. */
export function densityPainter() {
  const coverOf = memo((areas: readonly AreaGeometry[]) => (areas.length === 0 ? null : meshOf(areas)));
  const count = memo(
    (mesh: FootprintMesh, shown: Uint8Array | null, covered: FootprintMesh | null, view: DensityView) =>
      view.grids.map((grid) => ({ grid, levels: levelsOf(mesh, shown, covered, grid) })),
  );
  return (
    mesh: FootprintMesh,
    shown: Uint8Array | null,
    imagery: readonly AreaGeometry[],
    view: DensityView | null,
    ground: BaseGround,
  ): Layer[] =>
    view === null
      ? []
      : count(mesh, shown, coverOf(imagery), view).map(
          (counted, at) =>
            new DensityLayer({
              id: `deck-density-${at}`,
              ...counted,
              colors: densityColors(ground),
              parameters: FLAT,
            }),
        );
}
