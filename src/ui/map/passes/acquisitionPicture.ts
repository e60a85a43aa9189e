import type { SnapshotFrom } from 'xstate';
import type { AreaGeometry } from '../../../geo/aoi.ts';
import type { FleetPass } from '../../../geo/orbit/fleetPasses.ts';
import type { newAcquisitionMachine } from '../../../machines/orders/acquisition/newAcquisition.machine.ts';
import { isAcquiring, passOnMap } from '../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { memo } from '../picture/memo.ts';
import type { PassPicture } from './passLayer.ts';

/** Builds the drawing of a new acquisition on the map: one pass; the same object until it changes. */
export function acquisitionPicturer(): (
  acquisition: SnapshotFrom<typeof newAcquisitionMachine>,
) => PassPicture | null {
  const paint = memo((pass: FleetPass, billed: AreaGeometry): PassPicture => ({
    tracks: [pass.track],
    swath: pass.swath,
    billed,
  }));
  return (acquisition) => {
    const { aoi } = acquisition.context;
    const shown = isAcquiring(acquisition) ? passOnMap(acquisition) : null;
    return shown === null || aoi === null ? null : paint(shown.pass, aoi.geometry);
  };
}
