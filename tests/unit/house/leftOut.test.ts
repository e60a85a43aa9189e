import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { LEFT_OUT, withoutUnused } from '../../../vite.config.ts';

/** The file of a left-out module below node_modules. */
function fileOf({ of, module }: (typeof LEFT_OUT)[number]): string {
  const root = path.join('node_modules', of);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const found = files.find((file) => file.startsWith('dist') && file.endsWith(`/${module}`));
  if (found === undefined) throw new Error(`${of} has no ${module}`);
  return path.join(root, found);
}

const exportsOf = (code: string): string[] =>
  [...code.matchAll(/export (?:async )?(?:const|function|class) (\w+)/g)].map(([, name]) => name!).sort();

describe('modules that the product never runs', () => {
  it.each(LEFT_OUT.slice(1))('$of: what stands in for $module exports the same names', (one) => {
    expect(exportsOf(one.instead)).toEqual(exportsOf(readFileSync(fileOf(one), 'utf8')));
  });

  it('a bundle of the map’s picture and the orbits has none of them', async () => {
    const entries = ['src/ui/map/picture/overlay.ts', 'src/geo/orbit/orbit.ts'];
    const { output } = (await build({
      configFile: false,
      logLevel: 'error',
      plugins: [withoutUnused()],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: entries, preserveEntrySignatures: 'strict' },
      },
    })) as Rolldown.RolldownOutput;
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    expect(modules.filter((id) => id.includes('left-out')).length).toBeGreaterThanOrEqual(
      LEFT_OUT.length - 1,
    );
    for (const one of LEFT_OUT) expect(modules).not.toContain(path.resolve(fileOf(one)));
  });
});
