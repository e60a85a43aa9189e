import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/calls/endpoints.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { ANALYTICS_UTYPE } from '../../contract/limits.ts';
import { layerOf, layersOf } from './imagery.queries.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import { localFilesOf } from './layers/addLayer.ts';
import { bandNamesOf, colourBands, mercatorMetresOf } from './layers/bandNames.ts';
import { TILE_FORMATS, type TileFormat } from './tiles/renderTile.ts';
import { sharedTiles, type Tiles } from './tiles/tiles.ts';
import { SAMPLE_BYTES } from '../../src/raster/geotiff.ts';
import { Refusal } from '../base/refusal.ts';
import { callerOf } from '../base/work.ts';
import { isKeyText } from '../accounts/tokens.rules.ts';
import { identifyInTurn } from '../accounts/identify.rules.ts';
import { callerIn, tokenOf, type ServerApp } from '../base/request.ts';

/** Finest zoom of a tile: 7 mm per pixel at the equator. */
const ZOOM_MAX = 24;
/** Rights may be revoked, so browsers must refetch after an hour. */
const KEPT = 'private, max-age=3600';

/** §7 Imagery and exports: the layers that the caller may see. */
export function imageryHandlers(
  { db, files }: Deps,
  tiles: Tiles = sharedTiles(),
): Pick<Handlers, 'imageryLayers' | 'layerVector' | 'layerValues'> {
  return {
    async imageryLayers(_, context) {
      const rows = await layersOf(db.pool, signedIn(context).id);
      const data = rows.map(({ id, name, description, vector, footprint, facts, acquired, sensorType }) => ({
        id,
        name,
        description,
        serviceType: 'TMS' as const,
        existVec: vector !== null,
        footprint,
        bands: colourBands(facts).length,
        bandNames: bandNamesOf(facts),
        mercatorMetres: mercatorMetresOf(facts),
        acquired: acquired?.toISOString() ?? null,
        sensorType,
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

    /** §6: AI analytics and its data need utype 6 or higher. */
    async layerValues({ body }, context) {
      const account = signedIn(context);
      if (account.utype < ANALYTICS_UTYPE) throw new Refusal('notAllowed');
      const layer = await layerOf(db.pool, account.id, body.layerId);
      if (!layer) throw new Refusal('layerUnknown');
      const inFile = colourBands(layer.facts);
      const bands = body.bands.map((band) => {
        const place = inFile[band];
        if (place === undefined) throw new Refusal('bandUnknown', { count: inFile.length });
        return place;
      });
      const { west, north, pixel, width, height } = body;
      const grid = { epsg: 3857, west, north, pixelWidth: pixel, pixelHeight: pixel, width, height };
      const bytes = await tiles.tile({ layer: await localFilesOf(files, layer), grid, bands });
      const { kind } = layer.facts;
      const size = width * height * SAMPLE_BYTES[kind];
      const text = (from: number, length: number): string =>
        Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString('base64');
      const cover = text(0, width * height);
      return {
        result: SUCCESS,
        data: { kind, cover, bands: bands.map((_, at) => text(width * height + at * size, size)) },
      };
    },
  };
}

/** A whole number from a query, or null. */
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

/** The requested format, otherwise the best one that the browser accepts. */
function formatOf(wanted: string | undefined, accepted: string): TileFormat {
  return (
    TILE_FORMATS.find((format) => format === wanted) ?? (accepted.includes('image/webp') ? 'webp' : 'png')
  );
}

const TILE_ACCESS = { scopes: ['search', 'exports'], spends: false } as const;

/**
 * §7 GET /api/ogc: map tiles, y counted from the south, the token in the query (decision 16: only here, and
 * never logged), or a token or API key in the Authorization header. 400: invalid query; 401: no session; 404: unknown or forbidden layer; 429, 503: too many waiting.
 */
export function tileRoutes(deps: Deps, tiles: Tiles = sharedTiles()): ServerApp {
  const app: ServerApp = new Hono();
  app.get(fileRoutes.tiles, async (c) => {
    const { db } = deps;
    const inQuery = c.req.query('token') ?? null;
    // proxies log addresses: a key, which lives for years, is never taken from one
    const token = inQuery !== null && !isKeyText(inQuery) ? inQuery : tokenOf(c);
    const { account } = await identifyInTurn(deps, c, TILE_ACCESS, token);
    const place = asked(c.req.query());
    if (!place) throw new Refusal('badRequest', { fields: 'service, layer, z, x, y' }, { status: 400 });
    const layer = await layerOf(db.pool, account.id, place.layer);
    if (!layer) throw new Refusal('layerUnknown', {}, { status: 404 });
    const format = formatOf(c.req.query('format'), c.req.header('accept') ?? '');
    const task = { layer: await localFilesOf(deps.files, layer), z: place.z, x: place.x, y: place.y, format };
    const etag = `"${tiles.etagOf(task)}"`;
    const headers = { etag, 'cache-control': KEPT, vary: 'Accept' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const render = () => tiles.tile(task);
    const picture =
      tiles.recent(task) ?? (await deps.turns.tiles.run(callerIn(c, callerOf(account, '')), render));
    return c.body(new Uint8Array(picture), 200, { ...headers, 'content-type': `image/${format}` });
  });
  return app;
}
