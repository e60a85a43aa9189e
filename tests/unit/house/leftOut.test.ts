import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { WITHOUT_EFFECTS, withoutUnused } from '../../../scripts/bundle/leftOut.ts';

/** Parts of packages that the product never runs, as the files of a bundle show them. */
const LEFT_OUT: readonly [what: string, files: RegExp][] = [
  ['satellite.js in WebAssembly', /\/satellite\.js\/.*wasm\//],
  ['luma.gl’s debug tools', /webgl-developer-tools|spector\.js|wgsl-binding/],
  [
    'overlays and crossings of drawn shapes',
    /\/@turf\/(?:boolean-within|difference|intersect|kinks|line-intersect|union)|polyclip|bignumber/,
  ],
  ['loaders of other formats than pictures', /@loaders\.gl/],
  ['a second listener to the pointer', /\/mjolnir\.js\//],
  ['lights and shadows', /\/(?:lighting|shadow)\/|shadow-pass|-light\.js|-material\.js/],
];

describe('modules that the product never runs', () => {
  let chunks: Rolldown.OutputChunk[];
  beforeAll(async () => {
    // a name that a stand-in doesn't export would fail the build
    const { output } = (await build({
      configFile: false,
      logLevel: 'error',
      plugins: [withoutUnused()],
      build: {
        write: false,
        minify: false,
        rolldownOptions: {
          input: [
            'src/ui/map/kernel/overlay.ts',
            'src/ui/map/kernel/draw.ts',
            'src/ui/map/layers/footprints/footprintLayers.ts',
            'src/ui/map/tools/draw/modes.ts',
            'src/geo/orbit/orbit.ts',
          ],
          preserveEntrySignatures: 'strict',
          treeshake: WITHOUT_EFFECTS,
        },
      },
    })) as Rolldown.RolldownOutput;
    chunks = output.filter((chunk) => chunk.type === 'chunk');
  });

  it.each(LEFT_OUT)('a bundle of the map’s picture and the orbits has none of: %s', (_, files) => {
    const rendered = chunks.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
    );
    expect(rendered.length).toBeGreaterThan(300);
    expect(rendered.filter((id) => files.test(path.relative('.', id).replaceAll('\\', '/')))).toEqual([]);
  });

  it('a bundle of the map’s picture has no shader for WebGPU', () => {
    const code = chunks.map((chunk) => chunk.code).join('');
    expect(code).toContain('void main');
    expect(code.match(/@(?:vertex|fragment)\b/g) ?? []).toEqual([]);
  });
});
