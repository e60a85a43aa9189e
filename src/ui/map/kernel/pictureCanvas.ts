import type { IControl, Map as MapLibre } from 'maplibre-gl';
import { afterFirstFrame, noteFirstFrame } from './firstFrame.ts';
import type { Overlay } from './overlay.ts';
import { Picture, type AnyLayer } from './picture.ts';
import type { Ground } from './symbols.ts';

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
  private readonly picture = new Picture();
  private overlay: Overlay | null = null;
  private loading: Promise<Overlay> | null = null;
  /** Whether the picture is to be painted again at the end of this task. */
  private isPlanned = false;
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
    const { map, overlay } = this;
    this.dropPlan();
    this.map = null;
    this.overlay = null;
    this.loading = null;
    this.picture.forget();
    if (overlay !== null && map?.hasControl(overlay)) map.removeControl(overlay);
  }

  /** Shows what a layer has read, in the next frame. */
  show(layer: AnyLayer, read: unknown): void {
    const changed = this.picture.take(layer, read);
    if (changed === undefined) return;
    this.plan();
    // in the task after the caller's, before the next frame
    if (read !== null && layer.isUrgent?.(read, changed.before) === true) setTimeout(() => this.drawNow());
  }

  /** Sets the ground that the symbols are drawn on. */
  setGround(ground: Ground): void {
    if (this.picture.takeGround(ground)) this.plan();
  }

  /** Draws pending changes now instead of in the next frame. */
  drawNow(): void {
    this.overlay?.drawNow();
  }

  /** The loaded overlay. @throws if its code can't be loaded; the next call tries again */
  load(): Promise<Overlay> {
    this.loading ??= this.begin().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  /** One event may change several layers: the picture is painted once for all. */
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    queueMicrotask(() => {
      this.isPlanned = false;
      this.paint();
    });
  }

  private paint(): void {
    if (this.overlay === null) {
      if (!this.picture.isEmpty()) this.load().catch(this.options.onFailed);
      return;
    }
    this.overlay.setProps({ layers: this.picture.paint() });
    // a layer that came after the others
    if (!this.picture.isLoaded())
      this.picture
        .load()
        .then(() => this.plan())
        .catch(this.options.onFailed);
  }

  private async begin(): Promise<Overlay> {
    const { map } = this;
    const [{ Overlay: DeckOverlay }] = await Promise.all([import('./overlay.ts'), this.picture.load()]);
    const overlay = new DeckOverlay(this.options.antialias, this.options.onRestored);
    // removed from its map meanwhile
    if (map === null || this.map !== map) return overlay;
    this.overlay = overlay;
    map.addControl(overlay);
    this.paint();
    return overlay;
  }
}
