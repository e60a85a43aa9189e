import type { SensorType } from '../../contract/sensors.ts';
import type { Pool, PoolClient } from 'pg';
import { sharedRead } from '../database/sharedRead.ts';
import type { BandStats, Display } from './tiles/display.ts';
import type { ImageFacts } from './layers/imageFile.ts';
import { known } from '../../src/geo/known.ts';

export interface NewLayer {
  name: string;
  description: string;
  /** Folder inside imagery/ in the file store. */
  storeName: string;
  /** Number of overview files next to the image. */
  overviews: number;
  facts: ImageFacts;
  display: Display;
  stats: BandStats[];
  /** WKT of WGS 84. */
  footprint: string;
  vector: string | null;
  bytes: number;
  openToAll: boolean;
  /** When it was taken, UTC; null if the operator doesn't say. So with the kind of sensor. */
  acquired: Date | null;
  sensorType: SensorType | null;
}
export interface LayerRow extends NewLayer {
  id: number;
  createdAt: Date;
}

const COLUMNS = `id, name, description, store_name as "storeName", overviews, facts, display, stats,
  footprint, vector, bytes, open_to_all as "openToAll", acquired,
  sensor_type as "sensorType", created_at as "createdAt"`;

/** SQL condition: the layer is open to all or granted to account $1. */
const MAY_SEE = `(open_to_all or exists (select from imagery_rights r where r.layer_id = imagery_layers.id and r.account_id = $1))`;

/** The layers that an account may see, in the order of insertion. */
export async function layersOf(pool: Pool, accountId: number): Promise<LayerRow[]> {
  const { rows } = await pool.query<LayerRow>(
    `select ${COLUMNS} from imagery_layers where ${MAY_SEE} order by id`,
    [accountId],
  );
  return rows;
}

/** @returns null if the layer doesn't exist or the account may not see it: callers can't tell which */
export function layerOf(pool: Pool, accountId: number, id: number): Promise<LayerRow | null> {
  return sharedRead(pool, `layer ${id} of ${accountId}`, async () => {
    const { rows } = await pool.query<LayerRow>(
      `select ${COLUMNS} from imagery_layers where ${MAY_SEE} and id = $2`,
      [accountId, id],
    );
    return rows[0] ?? null;
  });
}

/** A layer regardless of rights. */
export async function layerById(pool: Pool, id: number): Promise<LayerRow | null> {
  const { rows } = await pool.query<LayerRow>(`select ${COLUMNS} from imagery_layers where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Every layer, for the operator, with the number of accounts it is granted to. */
export async function allLayers(pool: Pool): Promise<(LayerRow & { granted: number })[]> {
  const { rows } = await pool.query<LayerRow & { granted: number }>(
    `select ${COLUMNS}, (select count(*) from imagery_rights r where r.layer_id = imagery_layers.id) as granted
     from imagery_layers order by id`,
  );
  return rows;
}

/** @returns its id */
export async function insertLayer(db: Pool | PoolClient, layer: NewLayer, now: Date): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into imagery_layers (name, description, store_name, overviews, facts, display, stats, footprint, vector, bytes,
       open_to_all, created_at, acquired, sensor_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      layer.name,
      layer.description,
      layer.storeName,
      layer.overviews,
      JSON.stringify(layer.facts),
      JSON.stringify(layer.display),
      JSON.stringify(layer.stats),
      layer.footprint,
      layer.vector,
      layer.bytes,
      layer.openToAll,
      now,
      layer.acquired,
      layer.sensorType,
    ],
  );
  return known(rows[0], 'the layer was not written').id;
}

/** @returns the folder of its files, or null if there is no such layer */
export async function deleteLayer(pool: Pool, id: number): Promise<string | null> {
  const { rows } = await pool.query<{ storeName: string }>(
    'delete from imagery_layers where id = $1 returning store_name as "storeName"',
    [id],
  );
  return rows[0]?.storeName ?? null;
}

/** @returns false if there is no such layer */
export async function openLayer(pool: Pool, id: number, toAll: boolean): Promise<boolean> {
  const { rowCount } = await pool.query('update imagery_layers set open_to_all = $2 where id = $1', [
    id,
    toAll,
  ]);
  return rowCount === 1;
}

/** @returns false if there is no such layer */
export async function grantLayer(pool: Pool, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into imagery_rights (account_id, layer_id) select $1, id from imagery_layers where id = $2
     on conflict (account_id, layer_id) do update set layer_id = excluded.layer_id`,
    [accountId, id],
  );
  return rowCount === 1;
}

export async function revokeLayer(pool: Pool, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from imagery_rights where account_id = $1 and layer_id = $2',
    [accountId, id],
  );
  return rowCount === 1;
}
