import type { FactLists, Outlines } from '../../../contract/calls/sceneTable.ts';
import type { Footprint, SceneProperties } from '../../../contract/search.ts';

/** What a table of scenes is made of: lists of their facts, and their footprints as numbers. */
export function tableInput(
  scenes: readonly { facts: Omit<SceneProperties, 'quicklookUrl'>; geometry: Footprint }[],
): [FactLists, Outlines] {
  const keys = ['productId', ...Object.keys(scenes[0]?.facts ?? {})] as (keyof (typeof scenes)[0]['facts'])[];
  const lists = keys.map((key) => [key, scenes.map(({ facts }) => facts[key] ?? null)]);
  const parts = scenes.map(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? [coordinates] : coordinates,
  );
  const shapes = parts.flatMap((polygons, at) => [
    scenes[at]!.geometry.type === 'Polygon' ? 1 : -polygons.length,
    ...polygons.flatMap((rings) => [rings.length, ...rings.map((ring) => ring.length)]),
  ]);
  return [Object.fromEntries(lists) as FactLists, { shapes, coordinates: parts.flat(4) }];
}
