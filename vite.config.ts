import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { outlineMap } from './scripts/outline/plugin.ts';

const SERVER = process.env['GROUNDTRACK_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), outlineMap()],
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    manifest: true,
    rolldownOptions: {
      // it declares nothing, so all of it would be kept: 181 KB for two of its modes, 30 without the rest
      treeshake: {
        moduleSideEffects: [{ test: /@deck\.gl-community\/editable-layers/, sideEffects: false }],
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
