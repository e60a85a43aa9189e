import type { IControl, Map as MapLibre } from 'maplibre-gl';
import type { picturePainter } from '../picture/picture.ts';
import { EMPTY_PICTURE, isEmpty, type Picture } from '../picture/pictureParts.ts';
import { afterFirstFrame, noteFirstFrame } from './firstFrame.ts';
import type { Overlay } from './overlay.ts';

/** An overlay on the map, and the function that builds its layers. */
interface Painting {
  overlay: Overlay;
  paint: ReturnType<typeof picturePainter>;
}

interface PictureCanvasOptions {
  /** Whether to smooth edges that a layer doesn't smooth itself. */
  antialias: boolean;
  /** Called when a lost WebGL context is back: a new canvas is needed. */
  onRestored: () => void;
  /** Called when deck.gl can't be loaded for a picture that needs it. */
  onFailed: (error: Error) => void;
}

/**
 * The picture above the base map. deck.gl, a quarter of the page's code, is loaded after the base map's first
 * frame, or earlier for the first picture with something in it.
 */
export class PictureCanvas implements IControl {
  private readonly options: PictureCanvasOptions;
  private map: MapLibre | null = null;
  private picture = EMPTY_PICTURE;
  private painting: Painting | null = null;
  private loading: Promise<Overlay> | null = null;
  private dropPlan = () => {};

  constructor(options: PictureCanvasOptions) {
    this.options = options;
  }

  /** Called by MapLibre when the control is added to a map. */
  onAdd(map: MapLibre): HTMLElement {
    this.map = map;
    map.once('render', noteFirstFrame);
    this.dropPlan = afterFirstFrame(() => this.load());
    return document.createElement('div');
  }

  /** Called by MapLibre when the control or the map is removed. */
  onRemove(): void {
    const { map, painting } = this;
    this.dropPlan();
    this.map = null;
    this.painting = null;
    this.loading = null;
    if (painting !== null && map?.hasControl(painting.overlay)) map.removeControl(painting.overlay);
  }

  /** Shows a picture in the next frame. */
  show(picture: Picture): void {
    this.picture = picture;
    if (this.painting !== null) this.painting.overlay.setProps({ layers: this.painting.paint(picture) });
    else if (!isEmpty(picture)) this.load().catch(this.options.onFailed);
  }

  /** Draws pending changes now instead of in the next frame. */
  drawNow(): void {
    this.painting?.overlay.drawNow();
  }

  /** The loaded overlay. @throws if its code can't be loaded; the next call tries again */
  load(): Promise<Overlay> {
    this.loading ??= this.begin().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  private async begin(): Promise<Overlay> {
    const { map } = this;
    const [{ Overlay: DeckOverlay }, { picturePainter: painterOf }] = await Promise.all([
      import('./overlay.ts'),
      import('../picture/picture.ts'),
    ]);
    const overlay = new DeckOverlay(this.options.antialias, this.options.onRestored);
    // removed from its map meanwhile
    if (map === null || this.map !== map) return overlay;
    this.painting = { overlay, paint: painterOf() };
    map.addControl(overlay);
    this.show(this.picture);
    return overlay;
  }
}
