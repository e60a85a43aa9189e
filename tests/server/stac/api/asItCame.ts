import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Polygon } from 'geojson';
import { expect } from 'vitest';
import type { StacItem, StacLink } from './stacServer.ts';

/** Items of the USGS, ESA, NAIP and the STAC specification, as public catalogues had them. */
export const REAL_ITEMS = fileURLToPath(new URL('../../../fixtures/stac/real', import.meta.url));

export type SourceItem = StacItem & { stac_version: string; stac_extensions: string[] };

export const realItems: readonly SourceItem[] = readdirSync(REAL_ITEMS).flatMap((name) => {
  const text = readFileSync(path.join(REAL_ITEMS, name), 'utf8');
  const items = name.endsWith('.ndjson') ? text.trim().split('\n') : [text];
  return items.map((item) => JSON.parse(item) as SourceItem);
});

/**
 * An Item, all of whose files are open, as its source had it, but for what docs/stac.md lists.
 * @param address its own in this catalogue
 */
export function expectAsItCame(item: SourceItem, source: SourceItem, address: string): void {
  expect([item.id, item.stac_version]).toEqual([source.id, source.stac_version]);
  // footprints are kept to a centimetre, and their boxes are those of the footprints
  const rings = (source.geometry as Polygon).coordinates;
  const near = (degrees: number): unknown => expect.closeTo(degrees, 6);
  expect(item.geometry).toEqual({
    type: 'Polygon',
    coordinates: rings.map((ring) => ring.map((position) => position.map(near))),
  });
  const [xs, ys] = [0, 1].map((axis) => rings[0]!.map((position) => position[axis]!)) as [number[], number[]];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  expect(item.bbox).toEqual(box.map(near));
  expect(item.properties).toMatchObject(source.properties);
  const added = Object.keys(item.properties).filter((name) => !Object.hasOwn(source.properties, name));
  expect(added.filter((name) => !name.startsWith('groundtrack:') && name !== 'updated')).toEqual([]);
  expect(item.assets).toMatchObject(source.assets);
  const pictures = Object.keys(item.assets).filter((key) => !Object.hasOwn(source.assets, key));
  expect(pictures).toHaveLength(2);
  expect(item.stac_extensions).toEqual(source.stac_extensions);
  const of = (links: readonly StacLink[], rel: string) =>
    links.filter((link) => link.rel === rel).map(({ href }) => href);
  const self = of(source.links, 'self');
  expect(of(item.links, 'via')).toEqual(self.length > 0 ? self : of(source.links, 'via'));
  for (const rel of ['license', 'cite-as', 'preview', 'alternate'])
    expect(of(item.links, rel)).toEqual(of(source.links, rel));
  expect(of(item.links, 'self')).toEqual([`http://portal.test${address}`]);
}
