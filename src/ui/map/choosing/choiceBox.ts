import type { Map as MapLibre } from 'maplibre-gl';

/** Pixels of the map. */
export interface Corner {
  x: number;
  y: number;
}

/** The selection box over the map. */
export class ChoiceBox {
  private readonly box = document.createElement('div');

  constructor(private readonly map: MapLibre) {
    this.box.className = 'gt-map__box';
  }

  /** Draws the box between opposite corners. */
  show(a: Corner, b: Corner): void {
    const { style } = this.box;
    style.transform = `translate(${Math.min(a.x, b.x)}px, ${Math.min(a.y, b.y)}px)`;
    style.width = `${Math.abs(b.x - a.x)}px`;
    style.height = `${Math.abs(b.y - a.y)}px`;
    if (!this.box.isConnected) this.map.getContainer().append(this.box);
  }

  isShown(): boolean {
    return this.box.isConnected;
  }

  hide(): void {
    this.box.remove();
  }
}
