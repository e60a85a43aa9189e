import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { FullScene } from '../scenes.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { isDiskFull } from '../../base/failures.ts';
import type { ScenePixels } from '../scenePixels.ts';
import { ONLY_SOURCES, thumbnailOf, type RemotePictures } from './thumbnail.ts';

/** Longest side of a quicklook, and of its thumbnail in lists, pixels. */
export const QUICKLOOK_SIZE = 512;
export const THUMB_SIZE = 128;

/** Folder of the preview cache in the file store; missing files are rendered again. */
const QUICKLOOKS = 'quicklooks';
/** Part of each file's name; change it whenever the painter changes. */
const PAINTER_VERSION = 4;
/** The compression of pictures that are smaller than a quicklook. */
const SMALL = { quality: 82, effort: 2 };
/** Delay before a failed thumbnail is requested again, ms. */
const FAILED_FOR_MS = 300_000;
const FAILED_MAX = 10_000;

export interface QuicklookStoreDeps {
  files: FileStore;
  scenePixels: ScenePixels;
  /** Which thumbnails on other servers are fetched (docs/decisions/264); none of imports by default. */
  remote?: RemotePictures;
}

/** Previews of scenes, painted or fetched on first request and cached in the file store. */
export interface QuicklookStore {
  /** Hash of the picture's inputs, for file name and ETag. */
  nameOf(scene: FullScene, size: number): string;
  /**
   * The preview as WebP, its longest side at most `size` pixels; null if there is none.
   * @throws Error if it can't be painted
   */
  pictureOf(scene: FullScene, size: number): Promise<Uint8Array | null>;
}

function fingerprint(scene: FullScene, size: number): string {
  const { productId, satCode, acquisitionDate } = scene.facts;
  const { sensorType, cloudCover, sunElevation, orbitDirection, sideLookDirection } = scene.facts;
  const parts = [PAINTER_VERSION, size, productId, satCode, acquisitionDate];
  parts.push(sensorType, cloudCover, sunElevation, orbitDirection, sideLookDirection);
  const content = JSON.stringify([...parts, scene.geometry, scene.quicklookHref]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Scenes with pixels here have pictures of them; imported Items use their thumbnail asset. */
export function openQuicklooks(deps: QuicklookStoreDeps): QuicklookStore {
  const remote = deps.remote ?? ONLY_SOURCES;
  const making = new Map<string, Promise<Uint8Array | null>>();
  const failedAt = new Map<string, number>();

  /** A smaller picture is made from the quicklook, which is painted or fetched once for both. */
  async function make(scene: FullScene, size: number): Promise<Uint8Array | null> {
    if (size === QUICKLOOK_SIZE)
      return deps.scenePixels.pictureOf(scene, size) ?? thumbnailOf(scene, size, remote);
    const whole = await pictureOf(scene, QUICKLOOK_SIZE);
    return (
      whole &&
      sharp(whole).resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp(SMALL).toBuffer()
    );
  }

  async function storedOrMade(scene: FullScene, size: number, name: string): Promise<Uint8Array | null> {
    const place = [QUICKLOOKS, name.slice(0, 2), `${name}.webp`];
    const stored = await readFile(deps.files.pathOf(...place)).catch(() => null);
    if (stored) return stored;
    if (performance.now() - (failedAt.get(name) ?? -Infinity) < FAILED_FOR_MS) return null;
    const made = await make(scene, size);
    if (made) {
      await deps.files.write(place, made).catch((error: unknown) => {
        // shown without the cache
        if (!isDiskFull(error)) throw error;
      });
      return made;
    }
    if (failedAt.size >= FAILED_MAX) failedAt.clear();
    failedAt.set(name, performance.now());
    return null;
  }

  async function pictureOf(scene: FullScene, size: number): Promise<Uint8Array | null> {
    const name = fingerprint(scene, size);
    let picture = making.get(name);
    if (!picture) {
      picture = storedOrMade(scene, size, name).finally(() => making.delete(name));
      making.set(name, picture);
    }
    return picture;
  }

  return { nameOf: fingerprint, pictureOf };
}
