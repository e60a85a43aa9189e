import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { WITHOUT_EFFECTS, withoutUnused } from './leftOut.ts';
import { outlineMap } from '../outline/plugin.ts';

/** Serves a folder of files. */
export async function servedFolder(outDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('the preview has no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/**
 * Builds a page of the tests or benches as the client is built, and serves it.
 * @param file the page, from the checkout's root
 */
export async function servedPage(
  file: string,
  { minify }: { minify: boolean },
): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'groundtrack-page-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react(), outlineMap(), withoutUnused()],
    worker: { plugins: () => [withoutUnused()] },
    build: {
      target: 'es2023',
      ...(minify ? {} : { minify }),
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: { input: file, treeshake: WITHOUT_EFFECTS },
    },
  });
  const { url, close } = await servedFolder(outDir);
  return {
    url: `${url}/${file}`,
    close: async () => {
      await close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
