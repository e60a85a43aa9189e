import { configOrExit, openService, supplierPauseMs } from './service.ts';
import { onShutdown } from './shutdown.ts';
import { startSupplierLoop } from './suppliers/loop.ts';

/** `npm run worker`: takes the supplier's steps in a process of its own (decision 35). */
const config = configOrExit();
const deps = await openService(config);
const loop = startSupplierLoop(deps, supplierPauseMs(config));
onShutdown(async () => {
  await loop.stop();
  await deps.db.close();
});
console.log('The worker is at work. Stop: Ctrl-C');
