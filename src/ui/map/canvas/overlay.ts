import type { Deck, Layer } from '@deck.gl/core';
import { MapboxOverlay } from '@deck.gl/mapbox';
import type { Map as MapLibre } from 'maplibre-gl';

/**
 * deck.gl's layers on a canvas of their own over the map's (decision 129): what changes on them does not have the base
 * map drawn again. Where the map itself is drawn, they follow in the same frame.
 */
export class Overlay {
  private readonly control: MapboxOverlay;
  /** What is drawn on. */
  readonly canvas = document.createElement('canvas');
  private readonly gl: WebGL2RenderingContext | null;

  /** @param antialias whether edges are smoothed that a layer does not smooth itself */
  constructor(map: MapLibre, antialias: boolean) {
    // everything lies on one plane, in the layers' order
    const attributes: WebGLContextAttributes = { antialias, depth: false, stencil: false };
    // deck.gl takes the one that is there: so it can be given back at any time
    this.gl = this.canvas.getContext('webgl2', attributes);
    const given = {
      layers: [],
      // handed on to deck.gl, though the control's own type leaves it out
      canvas: this.canvas,
      deviceProps: { webgl: attributes },
    };
    this.control = new MapboxOverlay(given);
    map.addControl(this.control);
    const container: HTMLElement | undefined = this.control['_container'];
    container?.append(this.canvas);
    // pointer and keys are the map's; deck.gl would make a stop of the Tab key of it
    container?.toggleAttribute('inert', true);
  }

  private get deck(): Deck | undefined {
    const deck: Deck | undefined = this.control['_deck'];
    return deck?.isInitialized === true ? deck : undefined;
  }

  /** Shows layers, from below to above, in the page's next frame. */
  show(layers: Layer[]): void {
    this.control.setProps({ layers });
  }

  /** Has the card draw what is shown and was not drawn yet, without waiting for the page's next frame. */
  drawNow(): void {
    const { deck } = this;
    if (deck === undefined) return;
    // deck.gl takes new layers in its own next frame
    deck['layerManager']?.updateLayers();
    deck.redraw();
    // the card begins with it; and a second frame, before the page shows this one, would clear in the midst of a pass, for
    // which software GL first compiles a third of a second
    this.gl?.flush();
  }

  /** Finds what is drawn at a place by its colour; CSS pixels. */
  pick(at: { x: number; y: number }): unknown {
    return this.control.pickObject(at);
  }

  /** Gives the canvas back to the card; the map that it lay on is gone. */
  destroy(): void {
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
