import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../server/database/open.ts';
import { createLog } from '../../../server/base/log.ts';
import { harvest } from '../../../server/sources/harvest.ts';
import { importStac } from '../../../server/stac/importStac.ts';
import { collectFound } from '../../../server/watches/collecting.ts';
import { lookThroughArrivals } from '../../../server/watches/matching.ts';
import { callDueHooks } from '../../../server/watches/webhooks.ts';
import { machineClock } from '../support/clock.ts';
import { readConfig } from '../../../server/base/settings/config.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';
import { simulatedPixels } from '../../../server/simulator/pictures/scenePixels.ts';

/**
 * Imports files, one after the other, harvests a source and runs the loops of watches at the same time, until it is
 * killed: watchKills.test.ts does that again and again.
 */
const [databaseUrl = '', sourceId = '', ...paths] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '.' }, { connections: 20 });
const config = readConfig({ WEBHOOKS_PRIVATE: 'on', SOURCES_PRIVATE: 'on', SCENES: '0', OSM_TILES: '' });
const quicklooks = { pictureOf: () => Promise.resolve(null) };
const deps = {
  db,
  quicklooks,
  scenePixels: simulatedPixels(),
  satellites: constellation,
  config,
  log: createLog('error', () => undefined),
  clock: machineClock,
};

async function imports(): Promise<void> {
  for (const path of paths) await importStac({ satellites: constellation, db, path });
}

async function harvests(): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const visit = await harvest(deps, { signal, sliceMs: 1_000, only: Number(sourceId) });
    // the other process harvests it
    if (visit === 'none') await setTimeout(20);
  }
}

async function loops(): Promise<void> {
  for (;;) {
    await lookThroughArrivals(deps);
    await collectFound(deps);
    await callDueHooks(deps);
  }
}

console.log('begun');
await Promise.all([imports(), harvests(), loops()]);
