import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The programs by their names in the build; threads are programs too. */
const PROGRAMS: Record<string, string> = {
  main: 'server/main.ts',
  worker: 'server/worker.ts',
  operator: 'server/operator/main.ts',
  ...Object.fromEntries(
    readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.worker.ts'))
      .map((file) => [path.basename(file, '.ts'), `server/${file}`]),
  ),
};

/**
 * Keeps the places that sources name by `import.meta.url`: programs are those of the build, and everything else (tables,
 * migrations, packages) stays beside its source.
 */
function placesOfSources(): Plugin {
  let outDir = '';
  return {
    name: 'places-of-sources',
    // before quotes are changed
    enforce: 'pre',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('/node_modules/')) return null;
      const here = path.relative(outDir, id).replaceAll(path.sep, '/');
      return code.replace(/new URL\('([^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g, (_, source) => {
        if (source === undefined) return `new URL('${here}', import.meta.url).href`;
        const file = path.join(path.dirname(path.relative(ROOT, id)), source).replaceAll(path.sep, '/');
        const [name] = Object.entries(PROGRAMS).find(([, program]) => program === file) ?? [];
        if (name === undefined) throw new Error(`${file} is not a program of the server`);
        return `new URL('${name}.js', import.meta.url)`;
      });
    },
  };
}

/**
 * Builds the server's programs, which load in half the time of their sources. Packages stay in
 * node_modules.
 */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [placesOfSources()],
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: 'dist-server',
    rolldownOptions: {
      input: PROGRAMS,
      // all in one folder, from which the places are told
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
