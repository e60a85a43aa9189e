import { deliverScene } from './simulator/supplier/deliverScene.ts';
import { systemClock } from './base/clock.ts';
import { boundMemory } from './base/memory.ts';
import { ConfigError, readConfig, type Config } from './base/settings/config.ts';
import { openDatabase, type OpenOptions } from './database/open.ts';
import { secretOf } from './database/secrets.ts';
import { openFiles } from './base/files/openFiles.ts';
import { openPapers } from './orders/papers/papers.ts';
import type { OrderDeps } from './orders/supplier.ts';
import { withElements } from './base/settings/orbitElements.ts';
import { fillArchive } from './simulator/archive/archive.ts';
import { constellation } from './simulator/archive/constellation.ts';
import { simulatedPixels } from './simulator/pictures/scenePixels.ts';
import { createLog, DATABASE_LOST } from './base/log.ts';
import { createMail } from './base/mailTransport.ts';
import { readTerms } from './orders/terms.ts';
import { TILE_THREADS } from './imagery/tiles/tiles.ts';
import { openAllTurns } from './base/work.ts';
import { simulatedSupplier } from './simulator/supplier/simulatedSupplier.ts';

/** The exit code of a process whose embedded database is gone; docs/settings.md names it. */
const EXIT_DATABASE_GONE = 3;

/**
 * The dependencies of every process of this program: the server, a worker, the operator's command line.
 * @throws Error if the database can't be opened
 */
export async function openService(
  config: Config,
  onStep: NonNullable<OpenOptions['onStep']> = () => undefined,
): Promise<OrderDeps> {
  boundMemory(config.memoryMb);
  const log = createLog(config.logLevel);
  const clock = systemClock(config.clockShift);
  const files = openFiles(config.dataDir, config.filesUrl);
  const db = await openDatabase(config, {
    connections: 20,
    onStep,
    onConnectionLost: (error) => log.seldom(DATABASE_LOST, { cause: error.message }),
    onRestarted: () => log.warn('the embedded database had ended and was started again'),
    onGone: (error) => {
      console.error(`The embedded database has ended and could not be started again: ${error.message}`);
      process.exit(EXIT_DATABASE_GONE);
    },
  });
  const stepSeconds = config.supplierStepSeconds;
  const pixelsMax = config.deliveryPixels;
  const writePaper = openPapers();
  const supplier = simulatedSupplier({
    db,
    clock,
    files,
    log,
    stepSeconds,
    deliverScene,
    pixelsMax,
    writePaper,
    billing: config,
  });
  const quicklookSecret = await secretOf(db, 'quicklook');
  const codeSecret = await secretOf(db, 'codes');
  return {
    db,
    clock,
    files,
    log,
    mail: createMail(config, { files, log, clock }),
    supplier,
    writePaper,
    config,
    quicklookSecret,
    codeSecret,
    terms: await readTerms(config.termsUrl),
    turns: openAllTurns(config, TILE_THREADS),
    satellites: withElements(constellation, config.orbitElements),
    scenePixels: simulatedPixels(),
    fillArchive: (ended) =>
      fillArchive(
        { db, onProgress: (scenes, of) => log.info('the archive is being filled', { scenes, of }) },
        ended,
      ),
  };
}

/** Reads the configuration; exits with the list of its errors if it is invalid. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    console.error('Every setting is listed by: npm run operator -- settings');
    return process.exit(2);
  }
}
