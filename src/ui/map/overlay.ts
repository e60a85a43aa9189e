import type { Deck, Layer } from '@deck.gl/core';
import { MapboxOverlay } from '@deck.gl/mapbox';
import type { Map as MapLibre } from 'maplibre-gl';

/**
 * deck.gl's layers on a canvas of their own over the map's (decision 129): what changes on them does not have the base
 * map drawn again. Where the map itself is drawn, they follow in the same frame.
 */
export class Overlay {
  private readonly control: MapboxOverlay;

  /** @param antialias whether edges are smoothed that a layer does not smooth itself */
  constructor(map: MapLibre, antialias: boolean) {
    this.control = new MapboxOverlay({
      layers: [],
      // everything lies on one plane, in the layers' order
      deviceProps: { webgl: { antialias, depth: false, stencil: false } },
    });
    map.addControl(this.control);
  }

  private get deck(): Deck | undefined {
    const deck: Deck | undefined = this.control['_deck'];
    return deck?.isInitialized === true ? deck : undefined;
  }

  /** Shows layers, from below to above, in the page's next frame. */
  show(layers: Layer[]): void {
    this.control.setProps({ layers });
  }

  /** Has the card draw what is shown at once, without waiting for the page's next frame. */
  drawNow(): void {
    // deck.gl takes new layers in its own next frame
    this.deck?.['layerManager']?.updateLayers();
    this.deck?.redraw('now');
  }

  /** What is drawn on; null until the card is ready. */
  canvas(): HTMLCanvasElement | null {
    return this.deck?.getCanvas() ?? null;
  }

  /** Finds what is drawn at a place by its colour; CSS pixels. */
  pick(at: { x: number; y: number }): unknown {
    return this.control.pickObject(at);
  }
}
