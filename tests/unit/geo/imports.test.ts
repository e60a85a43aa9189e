import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const GEO = resolve(dirname(fileURLToPath(import.meta.url)), '../../../src/geo');

/** The packages that a project file imports, directly or through other project files. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, kind, name = ''] of source.matchAll(
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'/gms,
  )) {
    if (kind !== undefined) continue;
    if (!name.startsWith('.')) packages.add(name);
    else for (const inner of packagesOf(resolve(dirname(file), name), seen)) packages.add(inner);
  }
  return packages;
}

describe('The map and the log-in page load no heavy geometry', () => {
  it.each([
    ['aoi.ts', ['wellknown']],
    ['area/area.ts', []],
    ['entry/bbox.ts', []],
    ['entry/center.ts', ['geographiclib-geodesic']],
    ['area/distance.ts', ['geographiclib-geodesic']],
    ['wkt/wkt.ts', ['wellknown']],
    ['cover/cover.ts', ['clipper2-ts']],
  ])('%s loads only %j', (file, packages) => {
    expect([...packagesOf(resolve(GEO, file))].sort()).toEqual(packages);
  });
});
