import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { LAST_FAR_ZOOM, LAST_NEAR_ZOOM, LAST_ZOOM } from '../../src/ui/map/layers/outline/blocks.ts';
import { groundOf, readAtlas } from './atlas.ts';
import { readCoast } from './coast.ts';
import { cutOutline } from './cut.ts';
import { tablePlaces } from '../../server/places/table.ts';
import { countryNames, placeNames, readPlaces, tableNames } from './names.ts';

const MODULE = 'virtual:outline';

/** The whole outline map: each zoom uses the Natural Earth scale that it can resolve, the last one OpenStreetMap's coast. */
async function wholeOutline(): Promise<Map<string, Uint8Array>> {
  const middle = readAtlas('50m');
  const fine = groundOf(readAtlas('10m'));
  const places = readPlaces();
  return cutOutline(
    [
      { ground: groundOf(readAtlas('110m')), from: 0, to: 1 },
      { ground: groundOf(middle), from: 2, to: LAST_FAR_ZOOM },
      { ground: fine, from: LAST_FAR_ZOOM + 1, to: LAST_NEAR_ZOOM },
      { ground: { border: fine.border }, from: LAST_ZOOM, to: LAST_ZOOM },
    ],
    {
      country: countryNames(middle, places),
      place: [...placeNames(places), ...tableNames(await tablePlaces())],
    },
    readCoast(),
  );
}

/** Vite plugin that emits the blocks of the outline map into a folder named by their hash. */
export function outlineMap(): Plugin {
  let made: { folder: string; blocks: Map<string, Uint8Array> } | undefined;
  const make = async () => {
    const blocks = await wholeOutline();
    const hash = createHash('sha256');
    for (const [name, bytes] of blocks) hash.update(name).update(bytes);
    return { folder: `assets/outline-${hash.digest('hex').slice(0, 8)}`, blocks };
  };
  let base = '/';
  let isBuild = false;
  return {
    name: 'groundtrack-outline',
    configResolved: (config) => {
      base = config.base;
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      made ??= await make();
      const { folder, blocks } = made;
      if (isBuild)
        for (const [name, source] of blocks)
          this.emitFile({ type: 'asset', fileName: `${folder}/${name}.bin`, source });
      return [
        `export const base = ${JSON.stringify(`${base}${folder}/`)};`,
        `export const blocks = ${JSON.stringify([...blocks.keys()])};`,
      ].join('\n');
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /\/outline-\w+\/([\w-]+)\.bin$/.exec(request.url ?? '')?.[1];
        const block = name === undefined ? undefined : made?.blocks.get(name);
        if (block === undefined) next();
        else response.end(block);
      });
    },
  };
}
