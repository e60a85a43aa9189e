import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { WITHOUT_EFFECTS, withoutUnused } from './scripts/bundle/leftOut.ts';
import { stages } from './scripts/bundle/stages.ts';
import { latinFont } from './scripts/bundle/latinFont.ts';
import { viewerBuild } from './scripts/bundle/viewer.config.ts';
import { outlineMap } from './scripts/outline/plugin.ts';

const SERVER = process.env['GROUNDTRACK_SERVER'] ?? 'http://127.0.0.1:8080';

/**
 * Builds the viewer of the machines (docs/inspector.md) separately: it imports every machine, and a shared build would cut the
 * portal's chunks into many small ones.
 */
function viewerPage(): Plugin {
  let outDir = 'dist';
  return {
    name: 'viewer-page',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: async () => {
      await build({ ...viewerBuild(outDir), configFile: false, logLevel: 'warn' });
    },
  };
}

/** Pages beside the portal: AI analytics (decision 29), a quote, the API reference. */
const PAGES = { analytics: 'aimf/index.html', quote: 'quote.html', reference: 'reference.html' };
const { plugin, output } = stages(PAGES);

export default defineConfig({
  plugins: [react(), latinFont(), outlineMap(), withoutUnused(), viewerPage(), plugin],
  worker: { plugins: () => [withoutUnused()] },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    manifest: true,
    rolldownOptions: {
      input: ['index.html', ...Object.values(PAGES)],
      treeshake: WITHOUT_EFFECTS,
      output,
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/web', '/reg', '/resetpass', '/login', '/logout', '/glu', '/config.json'].map((path) => [
        path,
        SERVER,
      ]),
    ),
  },
});
