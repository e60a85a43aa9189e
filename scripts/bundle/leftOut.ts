import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../../contract/languages.ts';

const standIn = (name: string): string => fileURLToPath(new URL(`standIns/${name}.ts`, import.meta.url));

/** Modules that the product never runs: their package, how the import ends, and the file that stands in their place. */
const LEFT_OUT = [
  // a second implementation in WebAssembly: it uses Node's threads, which can't be bundled
  { of: 'satellite.js', module: 'wasm/index.js', by: standIn('nothing') },
  { of: '@luma.gl/webgl', module: 'debug/webgl-developer-tools.js', by: standIn('developerTools') },
  { of: '@luma.gl/webgl', module: 'debug/spector.js', by: standIn('spector') },
  { of: '@luma.gl/shadertools', module: 'wgsl-binding-debug.js', by: standIn('wgslBindings') },
  { of: '@luma.gl/shadertools', module: 'wgsl-binding-scan.js', by: standIn('wgslBindings') },
  // shapes are drawn one by one, and their crossings are ours to report
  ...[
    '@turf/boolean-within',
    '@turf/difference',
    '@turf/intersect',
    '@turf/kinks',
    '@turf/line-intersect',
    '@turf/union',
  ].map((module) => ({ of: '@deck.gl-community/editable-layers', module, by: standIn('turf') })),
  // the map hears the pointer
  { of: '@deck.gl/core', module: 'mjolnir.js', by: standIn('mjolnir') },
  // of its formats, pictures alone are loaded
  { of: '@deck.gl/core', module: '@loaders.gl/core', by: standIn('loaders') },
  { of: '@deck.gl/core', module: '@loaders.gl/images', by: standIn('loaders') },
  { of: '@deck.gl/layers', module: '@loaders.gl/core', by: standIn('loaders') },
  // the map is flat and has no light
  { of: '@deck.gl/core', module: 'lighting/lighting-effect.js', by: standIn('lightingEffect') },
  { of: '@luma.gl/shadertools', module: 'gouraud-material/gouraud-material.js', by: standIn('material') },
  { of: '@luma.gl/shadertools', module: 'phong-material/phong-material.js', by: standIn('material') },
];

const TEXT_OF = /\/([a-z]{2})-[A-Z]{2}\.mjs$/;
/** Whether a module has texts of React Aria in a language that the portal doesn't have. */
function isOtherLanguage(id: string): boolean {
  const [, language] = TEXT_OF.exec(id) ?? [];
  return language !== undefined && !(language in LANGUAGES);
}
const OF_ARIA = /\/node_modules\/react-(?:aria|stately)[\w-]*\//;

const GRAPHICS = /\/@(?:deck|luma)\.gl\/.*\.js$/;
/** Shaders for WebGPU, which the map doesn't use, where they are tagged and where a file has nothing else. */
const [TAGGED, TEXTS] = [/(?<=\/\* wgsl \*\/ ?)`[^`]*`/g, /`[^`]*`/g];

/** Packages that don't declare that importing them has no effects: all of them would be bundled. */
export const WITHOUT_EFFECTS = {
  moduleSideEffects: [{ test: /@deck\.gl-community\/editable-layers|clipper2-ts/, sideEffects: false }],
};

/** Leaves these modules and texts out of a bundle. */
export function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    enforce: 'pre',
    resolveId: (id, importer = '') =>
      isOtherLanguage(id) && OF_ARIA.test(importer)
        ? standIn('nothing')
        : LEFT_OUT.find(
            ({ of, module }) =>
              importer.includes(`/node_modules/${of}/`) &&
              (id === module || (id.startsWith('.') && id.endsWith(`/${module}`))),
          )?.by,
    transform: (code, id) =>
      GRAPHICS.test(id)
        ? { code: code.replace(/[.-]wgsl\.js$/.test(id) ? TEXTS : TAGGED, '``'), map: { mappings: '' } }
        : null,
  };
}
