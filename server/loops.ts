import type { Pool } from 'pg';
import { forgetOldKeyCalls } from './accounts/apiKeys.queries.ts';
import type { Deps } from './accounts/handler.ts';
import { forgetOldClients } from './accounts/knownClients.queries.ts';
import { forgetOldUses } from './accounts/rateWindows.queries.ts';
import { forgetOldSessions } from './accounts/sessions.queries.ts';
import { forgetOldCodes } from './accounts/verifyCodes.queries.ts';
import { outlinedEarlier } from './base/areas/areas.ts';
import { startLoop, type Loop } from './base/loop.ts';
import type { Config } from './base/settings/config.ts';
import type { WorkKind } from './base/settings/settingTable.ts';
import { startImageryExportLoop } from './exports/imageryExports.loop.ts';
import { startExportLoop } from './exports/sceneExports.loop.ts';
import { tidyExports } from './exports/tidyExports.ts';
import { startMailLoop } from './mail/mailLoop.ts';
import { forgetOldKeys } from './orders/idempotency.queries.ts';
import type { Supplier } from './orders/supplier.ts';
import { fillOutlines } from './saved/outlines.ts';
import { startMaskLoop } from './search/masks/fillMasks.ts';
import { openQuicklooks } from './search/quicklooks/quicklookStore.ts';
import { remotePictures } from './search/quicklooks/thumbnail.ts';
import { startHarvestLoop } from './sources/harvest.loop.ts';
import { forgetOldNews } from './watches/news.queries.ts';
import { startWatchLoops } from './watches/watches.loop.ts';

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

/**
 * Deletes obsolete rows: ended sessions and codes, closed rate windows, clients not seen for long, and keys
 * closed long ago. Nothing else relies on it, so once an hour is enough.
 */
export async function forgetOld(pool: Pool, now: Date): Promise<void> {
  await forgetOldSessions(pool, now);
  await forgetOldCodes(pool, now);
  await forgetOldUses(pool, now);
  await forgetOldClients(pool, now);
  await forgetOldKeys(pool, now);
  await forgetOldKeyCalls(pool, now);
  await forgetOldNews(pool, now);
}
