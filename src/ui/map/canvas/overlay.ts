import type { Deck } from '@deck.gl/core';
import { MapboxOverlay, type MapboxOverlayProps } from '@deck.gl/mapbox';

/**
 * deck.gl's layers on a separate canvas over the map's (decision 129): a change of the layers does not redraw the base
 * map. When the map is redrawn, the layers follow in the same frame.
 */
export class Overlay extends MapboxOverlay {
  private readonly attributes: WebGLContextAttributes;
  private gl: WebGL2RenderingContext | null = null;

  /** @param antialias whether to smooth edges that a layer does not smooth itself */
  constructor(antialias: boolean) {
    super({ layers: [] });
    // everything lies on one plane, in the layers' order
    this.attributes = { antialias, depth: false, stencil: false };
  }

  /** Called by MapLibre when the control is added to a map. */
  override onAdd(map: Parameters<MapboxOverlay['onAdd']>[0]): HTMLDivElement {
    const canvas = document.createElement('canvas');
    // deck.gl takes over an existing context, and an existing one can be released at any time
    this.gl = canvas.getContext('webgl2', this.attributes);
    // `canvas` is passed on to deck.gl, although the control's own type omits it
    const props: MapboxOverlayProps & { canvas: HTMLCanvasElement } = {
      canvas,
      deviceProps: { webgl: this.attributes },
    };
    this.setProps(props);
    const container = super.onAdd(map);
    container.append(canvas);
    // pointer and keys are the map's; deck.gl would put the canvas into the Tab order
    container.toggleAttribute('inert', true);
    return container;
  }

  /** Called by MapLibre when the map is removed: the browser's number of contexts is limited, so this one is released. */
  override onRemove(): void {
    super.onRemove();
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  /** Draws pending changes now, without waiting for the page's next frame. */
  drawNow(): void {
    const deck: Deck | undefined = this['_deck'];
    if (deck?.isInitialized !== true) return;
    // deck.gl takes up new layers in its next frame
    deck['layerManager']?.updateLayers();
    deck.redraw();
    // Starts the card at once. Otherwise a second frame before the page shows this one would clear in the middle of a pass,
    // for which software GL first compiles a third of a second.
    this.gl?.flush();
  }
}
