import type { Pool } from 'pg';
import { accountMails } from './accounts/accounts.mails.ts';
import { forgetOldKeyCalls } from './accounts/apiKeys.queries.ts';
import type { Deps } from './accounts/handler.ts';
import { forgetOldClients } from './accounts/knownClients.queries.ts';
import { forgetOldUses } from './accounts/rateWindows.queries.ts';
import { forgetOldSessions } from './accounts/sessions.queries.ts';
import { forgetOldCodes } from './accounts/verifyCodes.queries.ts';
import { startLoop, type Loop } from './base/loop.ts';
import type { WorkKind } from './base/settings/settingTable.ts';
import { startImageryExportLoop } from './exports/imageryExports.loop.ts';
import { startExportLoop } from './exports/sceneExports.loop.ts';
import { tidyExports } from './exports/tidyExports.ts';
import { startMailLoop, type MailWriters } from './mail/mailLoop.ts';
import { forgetOldKeys } from './orders/idempotency.queries.ts';
import { orderMails } from './orders/orders.mails.ts';
import { DELIVERY_LANES } from './orders/orderSteps.queries.ts';
import type { OrderDeps } from './orders/supplier.ts';
import { startSupplierLoop } from './orders/supplier.loop.ts';
import { startOutlineLoop } from './saved/outlines.ts';
import { compactCoverage } from './search/coverage.queries.ts';
import { startMaskLoop } from './search/masks/fillMasks.ts';
import { startHarvestLoop } from './sources/harvest.loop.ts';
import { forgetOldNews } from './watches/news.queries.ts';
import { watchMails } from './watches/watches.mails.ts';
import { startWatchLoops } from './watches/watches.loop.ts';

const TIDY_MS = 60 * 60_000;
const GROWN_MS = 60_000;

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

/** Deletes expired rows and their files once an hour. */
function startTidyLoop({ db, files, clock, log }: Deps): Loop {
  const run = async () => {
    await forgetOld(db.pool, clock.now());
    await tidyExports({ db, files, clock });
    await compactCoverage(db.pool);
  };
  return startLoop({ failure: 'what is out of date could not be forgotten', everyMs: TIDY_MS, run }, log);
}

/** Fills the archive, and looks now and then whether an operator lets it grow. */
const startArchiveLoop = ({ fillArchive: run, log }: OrderDeps): Loop =>
  startLoop({ failure: 'the archive could not be filled', everyMs: GROWN_MS, run }, log);

/** The subjects' writers of mails. */
export const mailWriters = (deps: Pick<Deps, 'codeSecret'>): MailWriters => ({
  ...accountMails(deps),
  ...orderMails,
  ...watchMails,
});

const STARTS: Readonly<Record<WorkKind, (deps: OrderDeps) => Loop[]>> = {
  orders: (deps) => [startSupplierLoop(deps, 'steps')],
  // a small delivery doesn't wait for a large one
  deliveries: (deps) => Array.from({ length: DELIVERY_LANES }, () => startSupplierLoop(deps, 'deliveries')),
  mails: (deps) => [startMailLoop({ ...deps, writers: mailWriters(deps) })],
  watches: startWatchLoops,
  exports: (deps) => [startExportLoop(deps)],
  imagery: (deps) => [startImageryExportLoop(deps)],
  archive: (deps) => [startArchiveLoop(deps)],
  masks: (deps) => [startMaskLoop(deps)],
  sources: (deps) => [startHarvestLoop(deps)],
  tidying: (deps) => [startTidyLoop(deps), startOutlineLoop(deps)],
};

/**
 * Background work, run by the server (WORK) and by `npm run worker`. Any number of processes may run it
 * concurrently (decision 35).
 */
export function startLoops(deps: OrderDeps, kinds: readonly WorkKind[]): Loop {
  const loops = kinds.flatMap((kind) => STARTS[kind](deps));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
