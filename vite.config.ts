import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = process.env['GROUNDTRACK_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 1200, manifest: true },
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
