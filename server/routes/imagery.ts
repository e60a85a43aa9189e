import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/endpoints.ts';
import { SUCCESS } from '../../contract/envelope.ts';
import { layerOf, layersOf } from '../db/imagery.ts';
import { accountOfSession } from '../db/sessions.ts';
import { signedIn } from '../handler.ts';
import type { Deps, Handlers } from '../handler.ts';
import { filesOf } from '../imagery/addLayer.ts';
import { TILE_FORMATS, type TileFormat } from '../imagery/renderTile.ts';
import { sharedTiles, TilesBusy, type Tiles } from '../imagery/tiles.ts';
import { Refusal } from '../refusal.ts';
import { tokenHashOf } from '../rules/tokens.ts';

/** Finest zoom of a tile: 7 mm a pixel at the equator. */
const ZOOM_MAX = 24;
/** Rights may be taken away: a browser asks again after an hour. */
const KEPT = 'private, max-age=3600';

/** §7 Imagery: the layers that the one who asks may see. */
export function imageryHandlers({ db }: Deps): Pick<Handlers, 'imageryLayers' | 'layerVector'> {
  return {
    async imageryLayers(_, context) {
      const rows = await layersOf(db.pool, signedIn(context).id);
      const data = rows.map(({ id, name, description, vector, footprint, facts }) => ({
        id,
        name,
        description,
        serviceType: 'TMS' as const,
        existVec: vector !== null,
        footprint,
        bands: facts.bands - (facts.alphaBand === null ? 0 : 1),
      }));
      return { result: SUCCESS, data };
    },

    /** §8 Layer without vector data: 'no associated data'. */
    async layerVector({ params }, context) {
      const layer = await layerOf(db.pool, signedIn(context).id, params.layerId);
      if (!layer) throw new Refusal('layerUnknown');
      if (layer.vector === null) throw new Refusal('noAssociatedData');
      return { result: SUCCESS, data: { geom: layer.vector } };
    },
  };
}

/** A whole number of a query, or null. */
function whole(text: string | undefined, max: number): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : null;
}

interface Asked {
  layer: number;
  z: number;
  x: number;
  y: number;
}

function asked(query: Readonly<Record<string, string>>): Asked | null {
  if ((query['service'] ?? '').toLowerCase() !== 'tms') return null;
  const layer = whole(query['layer'], 999_999_999);
  const z = whole(query['z'], ZOOM_MAX);
  const [x, y] = z === null ? [null, null] : [whole(query['x'], 2 ** z - 1), whole(query['y'], 2 ** z - 1)];
  return layer === null || z === null || x === null || y === null ? null : { layer, z, x, y };
}

/** The format that is asked for by name, else the best that the browser says it can show. */
function formatOf(wanted: string | undefined, accepted: string): TileFormat {
  return (
    TILE_FORMATS.find((format) => format === wanted) ?? (accepted.includes('image/webp') ? 'webp' : 'png')
  );
}

/**
 * §7 GET /api/ogc: map tiles, y counted from the south, the token in the query (decision 16: here alone, and never
 * logged). 400 a query that is none, 401 no session, 404 no such layer or none that one may see, 503 too many at once.
 */
export function tileRoutes(deps: Deps, tiles: Tiles = sharedTiles()): Hono {
  const app = new Hono();
  app.get(fileRoutes.tiles, async (c) => {
    const { db, clock } = deps;
    const token = c.req.query('token') ?? '';
    const account = await accountOfSession(db.pool, tokenHashOf(token), clock.now());
    if (!account) throw new Refusal('invalidToken', {}, { status: 401 });
    const place = asked(c.req.query());
    if (!place) throw new Refusal('badRequest', { fields: 'service, layer, z, x, y' }, { status: 400 });
    const layer = await layerOf(db.pool, account.id, place.layer);
    if (!layer) throw new Refusal('layerUnknown', {}, { status: 404 });
    const format = formatOf(c.req.query('format'), c.req.header('accept') ?? '');
    const task = { layer: filesOf(deps.files, layer), z: place.z, x: place.x, y: place.y, format };
    const etag = `"${tiles.etagOf(task)}"`;
    const headers = { etag, 'cache-control': KEPT, vary: 'Accept' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    try {
      const picture = await tiles.tile(task, c.req.raw.signal);
      return c.body(new Uint8Array(picture), 200, { ...headers, 'content-type': `image/${format}` });
    } catch (error) {
      if (error instanceof TilesBusy) throw new Refusal('tilesBusy', {}, { status: 503 });
      throw error;
    }
  });
  return app;
}
