import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { Place } from '../../../geo/orbit/strip.ts';
import { rgba, SYMBOLS, type Ground, type Rgba } from '../kernel/symbols.ts';
import { drawCode, following, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import type { PortalSources } from '../kernel/usePicture.ts';
import type { SnapshotFrom } from 'xstate';
import type { Aoi } from '../../../geo/aoi.ts';
import { billedArea } from '../../../geo/area/billedArea.ts';
import { bestPass, passesWithin } from '../../../machines/orders/passes.rules.ts';
import { chosenPass, foundPasses } from '../../../machines/orders/passes.machine.ts';
import type { taskingMachine } from '../../../machines/orders/tasking.machine.ts';
import { formDraft, formInput } from '../../../machines/orders/pricedForm.selectors.ts';
import { memoLast } from '../../../geo/memo.ts';
import type { FleetPass } from '../../../geo/orbit/fleetPasses.ts';
import {
  isAcquiring,
  type newAcquisitionMachine,
  passOnMap,
} from '../../../machines/orders/newAcquisition.machine.ts';

/** The tasking form's drawing on the map. */
interface PassPicture {
  /** Ground tracks of the passes within the limit. */
  tracks: readonly Place[][];
  /** The closed ring of the ground swath of the selected or best pass. */
  swath: Place[] | null;
  billed: AreaGeometry;
}

/** 0..255. */
const BILLED_OPACITY = 36;
/** Dash and gap, pixels. */
const DASH = [10, 4] as const;
/** The pass track on each ground (docs/design.md, Map symbols). */
const LINE: Record<Ground, Rgba> = { pale: rgba('#0B6B7A'), dark: rgba('#5CCFE0'), imagery: rgba('#6FE3F2') };
const SWATH: Record<Ground, Rgba> = {
  pale: rgba('#0B6B7A', 0.1),
  dark: rgba('#5CCFE0', 0.1),
  imagery: rgba('#6FE3F2', 0.1),
};

/** Builds the tasking form's drawing on the map; the same object until it changes. */
function passPicturer(): (form: SnapshotFrom<typeof taskingMachine>) => PassPicture {
  const paint = memoLast(
    (
      found: ReturnType<typeof foundPasses>,
      chosen: ReturnType<typeof chosenPass>,
      limit: number,
      area: Aoi,
      cropByAoi: boolean,
    ): PassPicture => {
      const passes = found?.passes ?? [];
      return {
        tracks: passesWithin(passes, limit).map((pass) => pass.track),
        swath: (chosen ?? bestPass(passes, limit))?.swath ?? null,
        billed: billedArea(area.geometry, cropByAoi),
      };
    },
  );
  return (form) => {
    const passes = form.children.passes?.getSnapshot();
    const { maxOffNadirAngle, cropByAoi } = formDraft(form);
    return paint(
      passes === undefined ? null : foundPasses(passes),
      passes === undefined ? null : chosenPass(passes),
      maxOffNadirAngle,
      formInput(form).aoi,
      cropByAoi,
    );
  };
}

/** Builds the drawing of a new acquisition on the map: one pass; the same object until it changes. */
function acquisitionPicturer(): (
  acquisition: SnapshotFrom<typeof newAcquisitionMachine>,
) => PassPicture | null {
  const paint = memoLast((pass: FleetPass, billed: AreaGeometry): PassPicture => ({
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

const passesOf = passPicturer();
const acquisitionOf = acquisitionPicturer();

/** Dashed tracks with casing, the swath, and the billed area in the colour of the AOI (docs/design.md, Map symbols). */
export const passes: PictureLayer<PortalSources, PassPicture, DrawCode> = {
  id: 'passes',
  place: 20,
  subscribe: (from, changed) => [
    from.follow('tasking', changed),
    following(
      (look) => from.follow('tasking', look),
      () => from.actor('tasking')?.getSnapshot().children.passes,
      changed,
    ),
    from.follow('newAcquisition', changed),
  ],
  read: (from) => {
    const [tasking, acquisition] = [from.actor('tasking'), from.actor('newAcquisition')];
    if (tasking !== undefined) return passesOf(tasking.getSnapshot());
    return acquisition === undefined ? null : acquisitionOf(acquisition.getSnapshot());
  },
  code: drawCode,
  paint: ({ tracks, swath, billed }, ground, { fillLayer, lineLayers }) => {
    const { line, casing } = SYMBOLS[ground].aoi;
    const track = { line: LINE[ground], lineWidth: 2, casing, casingWidth: 5, dash: DASH };
    const rings = swath === null || swath.length === 0 ? [] : [[swath]];
    return [
      fillLayer('deck-billed', polygonsOf(billed), [line[0], line[1], line[2], BILLED_OPACITY], ground),
      fillLayer('deck-swath', rings, SWATH[ground], ground),
      ...lineLayers('deck-tracks', tracks, track, ground),
    ];
  },
};
