import { startLoops } from './process/loops.ts';
import { configOrExit, openService } from './service.ts';
import { onShutdown, settled } from './process/shutdown.ts';

/** `npm run worker`: supplier steps, emails and exports in a separate process (decision 35). */
const config = configOrExit();
const deps = await openService(config);
const loops = startLoops(deps);
onShutdown(async () => {
  await deps.db.close(await settled(loops.stop()));
});
console.log('The worker is running. Stop: Ctrl-C');
