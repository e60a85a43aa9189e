import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/endpoints.ts';
import { sharedPictures, type Pictures } from '../catalogue/pictures.ts';
import { QUICKLOOK_SIZE, THUMB_SIZE } from '../catalogue/quicklook.ts';
import { isQuicklookSignature } from '../catalogue/quicklookLink.ts';
import { noPreview, thumbnailOf } from '../catalogue/thumbnail.ts';
import type { Database } from '../db/open.ts';
import { sceneByProductId, type FullScene } from '../db/scenes.ts';
import type { FileStore } from '../files.ts';

/** Folder of rendered previews in the file store; anything in it may be deleted, it is made again. */
const QUICKLOOKS = 'quicklooks';
/** Part of each file's name: a change of the painter makes new files. */
const PAINTER_VERSION = 1;

const LONG = 'private, max-age=604800';
/** A missing preview may appear when the operator adds it. */
const BRIEFLY = 'private, max-age=300';

/** A thumbnail that could not be had is not asked for again so soon, ms. */
const FAILED_FOR_MS = 300_000;
const FAILED_MAX = 10_000;

export interface QuicklookDeps {
  db: Pick<Database, 'pool'>;
  files: FileStore;
  /** Signs the addresses. */
  quicklookSecret: string;
  pictures?: Pictures;
  /** Thumbnails of imported Items that lie on other servers are fetched (docs/decisions/025); not unless said so. */
  fetchRemote?: boolean;
}

/** Everything a picture is made from, as one hash: the file's name and its ETag. */
function fingerprint(scene: FullScene, size: number): string {
  const { productId, sensorType, cloudCover, sunElevation, orbitDirection } = scene.facts;
  const parts = [PAINTER_VERSION, size, productId, sensorType, cloudCover, sunElevation, orbitDirection];
  const content = JSON.stringify([...parts, scene.geometry, scene.quicklookHref]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/**
 * GET /web/quicklook/{productId}?k=signature[&size=thumb]: a scene's preview, up to 512 pixels, or 128 for list rows.
 * Simulated scenes are painted on first demand and kept in the file store; imported Items show their thumbnail asset.
 * A wrong signature and an unknown product are answered alike.
 */
export function quicklookRoutes(deps: QuicklookDeps): Hono {
  const pictures = deps.pictures ?? sharedPictures();
  const making = new Map<string, Promise<Uint8Array | null>>();
  const failedAt = new Map<string, number>();

  async function make(scene: FullScene, size: number): Promise<Uint8Array | null> {
    if (!scene.facts.simulated) return thumbnailOf(scene, size, deps.fetchRemote ?? false);
    const { facts, geometry } = scene;
    return pictures.make({ kind: 'quicklook', scene: { facts, geometry }, size });
  }

  async function pictureOf(scene: FullScene, size: number, name: string): Promise<Uint8Array | null> {
    const place = [QUICKLOOKS, name.slice(0, 2), `${name}.webp`];
    const kept = await readFile(deps.files.pathOf(...place)).catch(() => null);
    if (kept) return kept;
    if (performance.now() - (failedAt.get(name) ?? -Infinity) < FAILED_FOR_MS) return null;
    const made = await make(scene, size);
    if (made) {
      await deps.files.write(place, made);
      return made;
    }
    if (failedAt.size >= FAILED_MAX) failedAt.clear();
    failedAt.set(name, performance.now());
    return null;
  }

  const app = new Hono();
  app.get(fileRoutes.quicklook.replace('{productId}', ':productId'), async (c) => {
    const productId = c.req.param('productId') ?? '';
    if (!isQuicklookSignature(deps.quicklookSecret, productId, c.req.query('k') ?? '')) return c.notFound();
    const scene = await sceneByProductId(deps.db, productId);
    if (!scene) return c.notFound();
    const size = c.req.query('size') === 'thumb' ? THUMB_SIZE : QUICKLOOK_SIZE;
    const name = fingerprint(scene, size);
    const etag = `"${name}"`;
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag, 'cache-control': LONG });
    let picture = making.get(name);
    if (!picture) {
      picture = pictureOf(scene, size, name).finally(() => making.delete(name));
      making.set(name, picture);
    }
    const bytes = await picture;
    const headers: Record<string, string> = bytes
      ? { etag, 'cache-control': LONG }
      : { 'cache-control': BRIEFLY };
    return c.body(new Uint8Array(bytes ?? (await noPreview())), 200, {
      ...headers,
      'content-type': 'image/webp',
    });
  });
  return app;
}
