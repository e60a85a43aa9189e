import type { SnapshotFrom } from 'xstate';
import type { Aoi } from '../../../geo/aoi.ts';
import { billedArea } from '../../../geo/area/billedArea.ts';
import { bestPass, passesWithin } from '../../../machines/orders/passes.rules.ts';
import { chosenPass, foundPasses } from '../../../machines/orders/passes.selectors.ts';
import type { taskingMachine } from '../../../machines/orders/tasking.machine.ts';
import { formDraft, formInput } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import type { PassPicture } from './passLayer.ts';
import { memo } from '../picture/memo.ts';

/** Builds the tasking form's drawing on the map; the same object until it changes. */
export function passPicturer(): (form: SnapshotFrom<typeof taskingMachine>) => PassPicture {
  const paint = memo(
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
