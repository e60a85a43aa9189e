import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FullScene } from '../../db/search/scenes.ts';
import type { FileStore } from '../../files/fileStore.ts';
import { isDiskFull } from '../../process/diskFull.ts';
import { sampleOf } from '../samples/sampleTable.ts';
import { sharedPictures, type Pictures } from './pictures.ts';
import { ONLY_SOURCES, thumbnailOf, type RemotePictures } from '../../stac/thumbnail.ts';

/** Folder of the preview cache in the file store; missing files are rendered again. */
const QUICKLOOKS = 'quicklooks';
/** Part of each file's name; change it whenever the painter changes. */
const PAINTER_VERSION = 3;
/** Delay before a failed thumbnail is requested again, ms. */
const FAILED_FOR_MS = 300_000;
const FAILED_MAX = 10_000;

export interface QuicklookStoreDeps {
  files: FileStore;
  pictures?: Pictures;
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

/** Simulated scenes are painted; imported Items use their thumbnail asset. */
export function openQuicklooks(deps: QuicklookStoreDeps): QuicklookStore {
  const pictures = deps.pictures ?? sharedPictures();
  const remote = deps.remote ?? ONLY_SOURCES;
  const making = new Map<string, Promise<Uint8Array | null>>();
  const failedAt = new Map<string, number>();

  async function make(scene: FullScene, size: number): Promise<Uint8Array | null> {
    const { productId } = scene.facts;
    if (sampleOf(productId)) return pictures.make({ kind: 'sample', productId, size });
    // a simulated scene of another archive has the picture that its Item names
    if (!scene.facts.simulated || scene.quicklookHref !== null) return thumbnailOf(scene, size, remote);
    const { facts, geometry } = scene;
    return pictures.make({ kind: 'quicklook', scene: { facts, geometry }, size });
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

  return {
    nameOf: fingerprint,
    async pictureOf(scene, size) {
      const name = fingerprint(scene, size);
      let picture = making.get(name);
      if (!picture) {
        picture = storedOrMade(scene, size, name).finally(() => making.delete(name));
        making.set(name, picture);
      }
      return picture;
    },
  };
}
