import type { Config } from '../settings/config.ts';
import { startMaskLoop } from '../catalogue/masks/fillMasks.ts';
import { openQuicklooks } from '../catalogue/quicklooks/quicklookStore.ts';
import { outlinedEarlier } from '../areas/areas.ts';
import { forgetOld } from '../db/forgetOld.ts';
import { fillOutlines } from '../db/saved/outlines.ts';
import { startExportLoop } from '../exports/exportLoop.ts';
import { tidyExports } from '../exports/tidyExports.ts';
import type { Deps } from '../http/handler.ts';
import { startImageryExportLoop } from '../imagery/export/exportLoop.ts';
import { startLoop } from './loop.ts';
import type { Loop } from './loop.ts';
import type { WorkKind } from '../rules/workKinds.ts';
import { startMailLoop } from '../mail/mailLoop.ts';
import type { Supplier } from '../suppliers/supplier.ts';
import { startHarvestLoop } from '../sources/harvestLoop.ts';
import { remotePictures } from '../stac/thumbnail.ts';
import { startWatchLoops } from '../watches/watchLoops.ts';

const TIDY_MS = 60 * 60_000;
const OUTLINE_MS = 30_000;
const OUTLINES_AT_ONCE = 30;

/** How often due steps are polled: fast enough for the configured pace, at most four times a second. */
function supplierPauseMs(config: Pick<Config, 'supplierStepSeconds'>): number {
  return Math.min(Math.max((config.supplierStepSeconds * 1000) / 5, 250), 2_000);
}

/** Deletes expired rows and their files once an hour. */
function startTidyLoop({ db, files, clock, log }: Deps): Loop {
  const run = async () => {
    await forgetOld(db.pool, clock.now());
    await tidyExports({ db, files, clock });
  };
  return startLoop({ failure: 'what is out of date could not be forgotten', everyMs: TIDY_MS, run }, log);
}

/** Gives items that an earlier version saved their outlines, a few seconds' work at a time. */
function startOutlineLoop({ db, log }: Deps): Loop {
  const run = async () => {
    await fillOutlines(db.pool, 'saved_aois', OUTLINES_AT_ONCE, outlinedEarlier);
    await fillOutlines(db.pool, 'saved_searches', OUTLINES_AT_ONCE, outlinedEarlier);
  };
  return startLoop({ failure: 'outlines of saved items could not be made', everyMs: OUTLINE_MS, run }, log);
}

/** Runs the due work of one of the supplier's lanes. */
function startSupplierLoop({ config, log }: Deps, run: Supplier['lanes']['steps']): Loop {
  const everyMs = supplierPauseMs(config);
  return startLoop({ failure: 'the supplier could not take its steps', everyMs, run }, log);
}

const STARTS: Readonly<Record<WorkKind, (deps: Deps) => Loop[]>> = {
  orders: (deps) => [startSupplierLoop(deps, deps.supplier.lanes.steps)],
  deliveries: (deps) => [startSupplierLoop(deps, deps.supplier.lanes.deliveries)],
  mails: (deps) => [startMailLoop(deps)],
  watches: startWatchLoops,
  exports: (deps) => [startExportLoop(deps)],
  imagery: (deps) => [startImageryExportLoop(deps)],
  masks: ({ files, config, ...deps }) => [
    startMaskLoop({
      ...deps,
      quicklooks: openQuicklooks({ files, remote: remotePictures(config) }),
    }),
  ],
  sources: (deps) => [startHarvestLoop(deps)],
  tidying: (deps) => [startTidyLoop(deps), startOutlineLoop(deps)],
};

/**
 * Background work, run by the server (WORK) and by `npm run worker`. Any number of processes may run it
 * concurrently (decision 35).
 */
export function startLoops(deps: Deps, kinds: readonly WorkKind[]): Loop {
  const loops = kinds.flatMap((kind) => STARTS[kind](deps));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
