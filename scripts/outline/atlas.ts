import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, MultiLineString, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unwrapped, unwrappedArea } from './unwrap.ts';

const require = createRequire(import.meta.url);

/** Natural Earth (public domain), from the npm package world-atlas. */
export type Atlas = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;
export type Scale = '110m' | '50m' | '10m';

export function readAtlas(scale: Scale): Atlas {
  return JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), 'utf8'));
}

/** The parts of an atlas that are drawn. */
export interface Ground {
  land: Feature[];
  coast: Feature[];
  border: Feature[];
}

/** Removes the lines along 180° and around the pole, where Natural Earth closes polygons without a coast. */
function withoutSeams(lines: MultiLineString): MultiLineString {
  const isSeam = (a: Position, b: Position) =>
    (Math.abs(a[0]!) > 179.99 && Math.abs(b[0]!) > 179.99) || (a[1]! < -85 && b[1]! < -85);
  const runs: Position[][] = [];
  for (const line of lines.coordinates.map(unwrapped)) {
    let run: Position[] = [];
    line.forEach((position, index) => {
      if (index > 0 && isSeam(line[index - 1]!, position)) {
        if (run.length > 1) runs.push(run);
        run = [];
      }
      run.push(position);
    });
    if (run.length > 1) runs.push(run);
  }
  return { type: 'MultiLineString', coordinates: runs };
}

const lines = (geometry: MultiLineString): Feature[] => [{ type: 'Feature', properties: {}, geometry }];

/** Land, coasts and borders, unwrapped so that no step is wider than 180°. */
export function groundOf(atlas: Atlas): Ground {
  const { countries, land } = atlas.objects;
  return {
    land: feature(atlas, land).features.map((one) => ({ ...unwrappedArea(one), properties: {} })),
    coast: lines(withoutSeams(mesh(atlas, countries, (a, b) => a === b))),
    border: lines(mesh(atlas, countries, (a, b) => a !== b)),
  };
}
