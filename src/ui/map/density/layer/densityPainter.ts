import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { meshOf, type FootprintMesh } from '../../footprints/footprintMesh.ts';
import { memo } from '../../picture/memo.ts';
import type { BaseGround } from '../../picture/symbols.ts';
import { densityColors } from './densityColors.ts';
import { levelsOf, type DensityView } from './densityGrid.ts';
import type { Density } from './DensityLayer.ts';

/** Counts footprints for the density; again only if they or the counted part change. */
export function densityPainter() {
  const coverOf = memo((areas: readonly AreaGeometry[]) => (areas.length === 0 ? null : meshOf(areas)));
  return memo(
    (
      mesh: FootprintMesh,
      shown: Uint8Array | null,
      imagery: readonly AreaGeometry[],
      view: DensityView,
      ground: BaseGround,
    ): Density => ({
      counted: view.grids.map((grid) => ({ grid, levels: levelsOf(mesh, shown, coverOf(imagery), grid) })),
      colors: densityColors(ground),
    }),
  );
}
