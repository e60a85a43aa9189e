import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { FullScene } from '../scenes.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { isDiskFull } from '../../base/failures.ts';
import type { ScenePixels } from '../scenePixels.ts';
import { ONLY_SOURCES, thumbnailOf, type RemotePictures } from './thumbnail.ts';

/** Longest side of a quicklook, and of its thumbnail in lists, pixels. */
export const QUICKLOOK_SIZE = 1024;
const THUMB_SIZE = 128;

/** What a picture is for: it is shown whole or in a list, or leaves the portal, which marks a simulated one. */
export type Use = 'shown' | 'thumb' | 'download';

/** Folder of the preview cache in the file store; missing files are rendered again. */
const QUICKLOOKS = 'quicklooks';
/** Part of each file's name; change it whenever the painter changes. */
const PAINTER_VERSION = 6;
/** The compression of the pictures of list rows. */
const SMALL = { quality: 82, effort: 2 };
/** Delay before a failed thumbnail is requested again, ms. */
const FAILED_FOR_MS = 300_000;
const FAILED_MAX = 10_000;

export interface QuicklookStoreDeps {
  files: FileStore;
  scenePixels: ScenePixels;
  /** Which thumbnails on other servers are fetched (docs/decisions/264); none of imports by default. */
  remote?: RemotePictures;
  /** Whether its pictures are for exports (`ScenePixels.pictureOf`). */
  isExported?: boolean;
}

/** Previews of scenes, painted or fetched on first request and cached in the file store. */
export interface QuicklookStore {
  /** Hash of the picture's inputs, for file name and ETag. */
  nameOf(scene: FullScene, use: Use): string;
  /**
   * The preview as WebP; null if there is none.
   * @throws Error if it can't be painted
   */
  pictureOf(scene: FullScene, use: Use): Promise<Uint8Array | null>;
}

function fingerprint(scene: FullScene, use: Use): string {
  const { productId, satCode, acquisitionDate } = scene.facts;
  const { sensorType, cloudCover, sunElevation, orbitDirection, sideLookDirection } = scene.facts;
  const parts = [PAINTER_VERSION, use, productId, satCode, acquisitionDate];
  parts.push(sensorType, cloudCover, sunElevation, orbitDirection, sideLookDirection);
  const content = JSON.stringify([...parts, scene.geometry, scene.quicklookHref]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

const placeOf = (name: string): string[] => [QUICKLOOKS, name.slice(0, 2), `${name}.webp`];

/** Scenes with pixels here have pictures of them; imported Items use their thumbnail asset. */
export function openQuicklooks(deps: QuicklookStoreDeps): QuicklookStore {
  const { remote = ONLY_SOURCES, isExported = false } = deps;
  const making = new Map<string, Promise<Uint8Array | null>>();
  const failedAt = new Map<string, number>();

  const stored = (name: string): Promise<Uint8Array | null> =>
    readFile(deps.files.pathOf(...placeOf(name))).catch(() => null);

  /** The picture of a list row: of the quicklook if there is one or it is being painted, otherwise painted small, which takes a sixteenth of the time. */
  async function makeThumb(scene: FullScene): Promise<Uint8Array | null> {
    const shown = fingerprint(scene, 'shown');
    const whole =
      (await (making.get(shown)?.catch(() => null) ?? stored(shown))) ??
      (await deps.scenePixels.pictureOf(scene, 2 * THUMB_SIZE, { isMarked: false, isExported })) ??
      (await pictureOf(scene, 'shown'));
    return (
      whole &&
      sharp(whole)
        .resize(THUMB_SIZE, THUMB_SIZE, { fit: 'inside', withoutEnlargement: true })
        .webp(SMALL)
        .toBuffer()
    );
  }

  async function make(scene: FullScene, use: Use): Promise<Uint8Array | null> {
    if (use === 'thumb') return makeThumb(scene);
    const own = deps.scenePixels.pictureOf(scene, QUICKLOOK_SIZE, {
      isMarked: use === 'download',
      isExported,
    });
    return own ?? thumbnailOf(scene, QUICKLOOK_SIZE, remote);
  }

  async function storedOrMade(scene: FullScene, use: Use, name: string): Promise<Uint8Array | null> {
    const known = await stored(name);
    if (known) return known;
    if (performance.now() - (failedAt.get(name) ?? -Infinity) < FAILED_FOR_MS) return null;
    const made = await make(scene, use);
    if (made) {
      await deps.files.write(placeOf(name), made).catch((error: unknown) => {
        // shown without the cache
        if (!isDiskFull(error)) throw error;
      });
      return made;
    }
    if (failedAt.size >= FAILED_MAX) failedAt.clear();
    failedAt.set(name, performance.now());
    return null;
  }

  async function pictureOf(scene: FullScene, use: Use): Promise<Uint8Array | null> {
    const name = fingerprint(scene, use);
    let picture = making.get(name);
    if (!picture) {
      picture = storedOrMade(scene, use, name).finally(() => making.delete(name));
      making.set(name, picture);
    }
    return picture;
  }

  return { nameOf: fingerprint, pictureOf };
}
