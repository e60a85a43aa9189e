import { existsSync, rmSync } from 'node:fs';
import { ensureServer } from '../../../scripts/bundle/builds.mjs';
import { installedPostgis, temporaryCluster } from '../../server/support/globalSetup.ts';
import { makeDataTemplate } from './server.ts';

/**
 * Starts PostgreSQL with PostGIS, if installed, for the journeys that need it, and makes the data folder that the other
 * servers start with. Environment variables pass them to the workers.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.html')) throw new Error('build the client first: npm run build');
  await ensureServer();
  const given = process.env['TEST_DATABASE_URL'];
  const binDir = given === undefined ? await installedPostgis() : null;
  const [cluster, template] = await Promise.all([
    binDir === null ? null : temporaryCluster(binDir),
    makeDataTemplate(),
  ]);
  const url = given ?? cluster?.url;
  if (url !== undefined) process.env['E2E_DATABASE_URL'] = url;
  process.env['E2E_DATA_TEMPLATE'] = template;
  return async () => {
    await cluster?.end();
    rmSync(template, { recursive: true, force: true });
  };
}
