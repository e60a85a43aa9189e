import { existsSync } from 'node:fs';
import { installedPostgis, temporaryCluster } from '../../server/support/globalSetup.ts';

/**
 * Starts PostgreSQL with PostGIS, if installed, for the journeys that need it; an environment variable passes
 * its URL to the workers.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.html')) throw new Error('build the client first: npm run build');
  const given = process.env['TEST_DATABASE_URL'];
  const binDir = given === undefined ? await installedPostgis() : null;
  const cluster = binDir === null ? null : await temporaryCluster(binDir);
  const url = given ?? cluster?.url;
  if (url !== undefined) process.env['E2E_DATABASE_URL'] = url;
  return async () => {
    await cluster?.end();
  };
}
