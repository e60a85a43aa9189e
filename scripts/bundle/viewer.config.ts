import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { outlineMap } from '../outline/plugin.ts';
import { latinFont } from './latinFont.ts';
import { withoutUnused } from './leftOut.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The viewer of machines (docs/inspector.md), which needs no other file and works below any address. */
export const viewerBuild = (outDir: string): InlineConfig => ({
  root: ROOT,
  base: './',
  plugins: [
    react(),
    latinFont(),
    outlineMap(),
    withoutUnused(),
    {
      name: 'icon',
      generateBundle() {
        const source = readFileSync(path.join(ROOT, 'public/favicon.svg'));
        this.emitFile({ type: 'asset', fileName: 'favicon.svg', source });
      },
    },
  ],
  build: {
    target: 'es2023',
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: path.join(ROOT, 'machines.html') },
  },
});

export default defineConfig(viewerBuild('dist-viewer'));
