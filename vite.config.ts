import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { outlineMap } from './scripts/outline/plugin.ts';

const SERVER = process.env['GROUNDTRACK_SERVER'] ?? 'http://127.0.0.1:8080';

/** Modules of packages that the product never runs, each with what stands in its place. */
export const LEFT_OUT = [
  // a second implementation in WebAssembly: it uses Node's threads, which can't be bundled
  { of: 'satellite.js', module: 'wasm/index.js', instead: 'export {};' },
  {
    of: '@luma.gl/webgl',
    module: 'debug/webgl-developer-tools.js',
    instead:
      'export const loadWebGLDeveloperTools = async () => {}; export const makeDebugContext = (gl) => gl;',
  },
  {
    of: '@luma.gl/webgl',
    module: 'debug/spector.js',
    instead:
      'export const DEFAULT_SPECTOR_PROPS = {}; export const loadSpectorJS = async () => null; export const initializeSpectorJS = () => null;',
  },
  {
    of: '@luma.gl/shadertools',
    module: 'wgsl-binding-debug.js',
    instead: 'export const getShaderBindingDebugRowsFromWGSL = () => [];',
  },
] as const;

/** Leaves these modules out of a bundle. */
export function withoutUnused(): Plugin {
  const PREFIX = '\0left-out:';
  return {
    name: 'without-unused',
    enforce: 'pre',
    resolveId: (id, importer) => {
      const at = LEFT_OUT.findIndex(
        ({ of, module }) => importer?.includes(`/${of}/`) && id.startsWith('.') && id.endsWith(`/${module}`),
      );
      return at === -1 ? null : `${PREFIX}${at}`;
    },
    load: (id) => (id.startsWith(PREFIX) ? LEFT_OUT[Number(id.slice(PREFIX.length))]!.instead : null),
  };
}

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
      await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [react(), outlineMap(), withoutUnused()],
        build: {
          target: 'es2023',
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          chunkSizeWarningLimit: 2000,
          rolldownOptions: { input: 'machines.html' },
        },
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), outlineMap(), withoutUnused(), viewerPage()],
  worker: { plugins: () => [withoutUnused()] },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    manifest: true,
    rolldownOptions: {
      // the portal, the AI analytics page (decision 29), the page of a quote, the API reference (decision 227)
      input: ['index.html', 'aimf/index.html', 'quote.html', 'reference.html'],
      // these packages don't declare that they have none: all of them would be bundled
      treeshake: {
        moduleSideEffects: [{ test: /@deck\.gl-community\/editable-layers|clipper2-ts/, sideEffects: false }],
      },
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
