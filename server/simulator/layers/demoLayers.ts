import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize } from 'node:v8';
import type { Pool } from 'pg';
import type { FileStore } from '../../base/files/fileStore.ts';
import { openThread } from '../../base/thread.ts';
import { addLayer, type LayerRequest, type prepareLayer } from '../../imagery/layers/addLayer.ts';

/** Sets that are made once; each name records that its set was made. */
const SETS = ['demoLayers', 'demoBandLayers', 'demoSampleLayers'] as const;
export type DemoSet = (typeof SETS)[number];

/** The layers of a set. */
export type DemoLayers = Omit<LayerRequest, 'vector' | 'openToAll'>[];

/** A set whose files are to be written into a folder, or one of its layers that is to be prepared there. */
export type DemoTask = { folder: string } & ({ set: DemoSet } | { layer: LayerRequest });

/** Advisory lock, so that of several starting processes only one makes the layers. */
const DEMO_LOCK = 7_130_005;

type Deps = { pool: Pool; files: FileStore; now: Date };

/**
 * Makes the demo layers at the first start, visible to every user. Layers that the operator removes later are
 * not made again.
 * @returns the number of layers made
 */
export async function ensureDemoLayers(deps: Deps): Promise<number> {
  const client = await deps.pool.connect();
  const folder = await mkdtemp(path.join(tmpdir(), 'demo-layers-'));
  const thread = openThread<DemoTask>(new URL('demoFiles.worker.ts', import.meta.url), 'demo layer', 'long');
  const answerOf = async <T>(task: DemoTask) => deserialize(await thread.ask(task)) as T;
  const prepare: typeof prepareLayer = (layer, place) => answerOf({ layer, folder: place });
  let made = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    for (const set of SETS) {
      const { rowCount } = await client.query('select from done_once where name = $1', [set]);
      if (rowCount !== 0) continue;
      const layers = await answerOf<DemoLayers>({ set, folder });
      for (const layer of layers) await addLayer(deps, { ...layer, vector: null, openToAll: true }, prepare);
      made += layers.length;
      await client.query('insert into done_once (name, at) values ($1, $2)', [set, deps.now]);
    }
    return made;
  } finally {
    await thread.close();
    await client.query('select pg_advisory_unlock($1)', [DEMO_LOCK]).catch(() => undefined);
    client.release();
    await rm(folder, { recursive: true, force: true });
  }
}
