import type { Deck } from '@deck.gl/core';
import { MapboxOverlay, type MapboxOverlayProps } from '@deck.gl/mapbox';

/** Frames in which deck.gl draws nothing before it rests. */
const IDLE_FRAMES = 20;
/** How often it looks for something to draw while it rests, ms: a texture that arrived, say. */
const REST_MS = 250;

/**
 * deck.gl's layers on a separate canvas above the map's (decision 129), so that changing them doesn't redraw
 * the base map. When the map is redrawn, the layers follow in the same frame.
 */
export class Overlay extends MapboxOverlay {
  private readonly attributes: WebGLContextAttributes;
  private readonly onRestored: () => void;
  private gl: WebGL2RenderingContext | null = null;
  /** Frames in a row in which nothing was drawn. */
  private idle = 0;
  private wake = () => {};

  /**
   * @param antialias whether to smooth edges that a layer doesn't smooth itself
   * @param onRestored called when a lost WebGL context is back; deck.gl's layers stay lost, so a new overlay is needed
   */
  constructor(antialias: boolean, onRestored: () => void) {
    super({ layers: [] });
    // everything is on one plane, in the layers' order
    this.attributes = { antialias, depth: false, stencil: false };
    this.onRestored = onRestored;
  }

  /** Called by MapLibre when the control is added to a map. */
  override onAdd(map: Parameters<MapboxOverlay['onAdd']>[0]): HTMLDivElement {
    const canvas = document.createElement('canvas');
    // without this the browser doesn't restore the context
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', this.onRestored);
    // deck.gl reuses an existing context, and we can release our own at any time
    this.gl = canvas.getContext('webgl2', this.attributes);
    // deck.gl accepts `canvas`, although the control's type omits it
    const props: MapboxOverlayProps & { canvas: HTMLCanvasElement } = {
      canvas,
      deviceProps: { webgl: this.attributes },
      onAfterRender: () => {
        this.idle = 0;
      },
    };
    this.setProps(props);
    const container = super.onAdd(map);
    this.restWhenIdle();
    container.append(canvas);
    // the map handles pointer and keys; deck.gl would add the canvas to the Tab order
    container.toggleAttribute('inert', true);
    return container;
  }

  /** Called when the map is removed. Releases the WebGL context, because browsers limit their number. */
  override onRemove(): void {
    super.onRemove();
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  /** Shows other layers from the next frame on. */
  override setProps(props: MapboxOverlayProps): void {
    super.setProps(props);
    this.wake();
  }

  /**
   * Lets deck.gl ask for frames only while it draws. In 9.3 luma.gl's AnimationLoop asks for each one, and so keeps the page
   * awake (https://github.com/visgl/deck.gl/issues/6961, /9084). Neither has a public switch, so this replaces private
   * methods; it can go when deck.gl stops its loop while nothing needs a redraw.
   */
  private restWhenIdle(): void {
    const loop = this['_deck']?.['animationLoop'];
    if (!loop) return;
    const ask = loop['_requestAnimationFrame'].bind(loop);
    let rest: ReturnType<typeof setTimeout> | undefined;
    loop['_requestAnimationFrame'] = () => {
      this.idle += 1;
      if (this.idle <= IDLE_FRAMES) ask();
      else rest = setTimeout(() => loop['_animationFrame'](performance.now()), REST_MS);
    };
    this.wake = () => {
      if (this.idle <= IDLE_FRAMES) return;
      this.idle = 0;
      clearTimeout(rest);
      ask();
    };
  }

  /** Draws pending changes now instead of in the next frame. */
  drawNow(): void {
    const deck: Deck | undefined = this['_deck'];
    if (deck?.isInitialized !== true) return;
    // deck.gl would apply new layers only in its next frame; `redraw()`, unlike that, doesn't update them, and 9.3 has no
    // public method that does
    deck['layerManager']?.updateLayers();
    deck.redraw();
    // Flushes the commands at once. Otherwise a second frame before the browser presents this one would clear
    // in the middle of a pass, for which software GL first compiles for a third of a second.
    this.gl?.flush();
  }
}
