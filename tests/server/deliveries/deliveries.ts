import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { deliverScene, type Delivery } from '../../../server/simulator/supplier/deliverScene.ts';
import { sharedImages } from '../../../server/simulator/supplier/images.ts';
import type { FullScene } from '../../../server/search/scenes.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

export const ID = 'SV2_20261114T032205_142';
// the lower right half of its bounding box; 0.5 m pixels fit into the limit
const aoi = aoiOf(readAreaWkt('POLYGON((103.7 1.2, 103.704 1.2, 103.704 1.204, 103.7 1.2))'));
export const scene: FullScene = {
  ...sceneOf(ID, square(103.65, 1.15, 103.95, 1.4)),
  item: null,
  importRoot: null,
};
const order: Delivery['order'] = {
  orderNum: 'A1',
  productLevel: 'L3A',
  projection: 'LAT_LON',
  cropByAoi: true,
};

/** A file store for the tests of a file, and deliveries into it; each is an order of its own. */
export function deliveries() {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = await testFolder();
    await mkdir(folder.dataDir, { recursive: true });
  });
  afterAll(async () => {
    await sharedImages().close();
    await folder.remove();
  });

  let orders = 0;
  async function deliver(
    change: Partial<Delivery['order']> = {},
    { ordered = scene, pixelsMax = 1_000_000 }: { ordered?: FullScene; pixelsMax?: number } = {},
  ) {
    const orderNum = change.orderNum ?? `A${++orders}`;
    const { files } = folder;
    const made = await deliverScene({
      scene: ordered,
      aoi,
      order: { ...order, ...change, orderNum },
      files,
      pixelsMax,
    });
    const pathOf = (name: string) => files.pathOf('deliveries', orderNum, name);
    return {
      made,
      folder: files.pathOf('deliveries', orderNum),
      pathOf,
      names: made.map(({ fileName }) => fileName),
    };
  }
  return deliver;
}
