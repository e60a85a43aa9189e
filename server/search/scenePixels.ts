import type { OfferedSample } from '../../contract/settings.ts';
import type { Deps } from '../accounts/handler.ts';
import type { FullScene, StoredScene } from './scenes.ts';

/** The fields of a scene that determine its pixels. */
export type PicturedScene = Pick<StoredScene, 'facts' | 'geometry'>;

/** What this server itself has or makes of the pixels of scenes; those of imported Items are on other servers. */
export interface ScenePixels {
  /**
   * Makes the picture of a scene as WebP, its longest side `size` pixels.
   * @param made.isMarked whether a simulated one says so in its pixels
   * @param made.isExported whether it is for an export: nobody watches it being made
   * @returns null if the picture is elsewhere
   */
  pictureOf(
    scene: FullScene,
    size: number,
    made: { isMarked: boolean; isExported: boolean },
  ): Promise<Uint8Array> | null;
  /** Starts what makes pictures, so that the first one doesn't wait for it. */
  warm(): Promise<void>;
  /** Whether the picture of a scene fills its footprint (`cornersOf`), as those made here do. */
  fillsFootprint(scene: Pick<StoredScene, 'facts'>): boolean;
  /** What the cloud mask of a scene is made from; null for one that is estimated from its picture. */
  maskOriginOf(scene: Pick<StoredScene, 'facts'>): 'painted' | 'asset' | null;
  /**
   * The cloud masks of scenes that have such an origin, packed.
   * @param isAhead they are made before any call asks for them
   * @throws Error if they can't be made
   */
  makeMasks(scenes: readonly PicturedScene[], isAhead: boolean): Promise<Uint8Array[]>;
  /** The credit of the producer of a real scene; null if none is due. */
  attributionOf(productId: string): string | null;
  /** The scenes that the search form offers. */
  readonly offered: readonly OfferedSample[];
}

/** What the subjects are given that show scenes. */
export interface SceneDeps extends Deps {
  scenePixels: ScenePixels;
}
