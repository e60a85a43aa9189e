import type { MapHandle } from '../../kernel/mapHandle.ts';
import type { SegmentLabel } from './figures.ts';
import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../../geo/area/areaGeometry.ts';

/** Approximate width of a letter and of a label's edges, pixels. */
const LETTER = 6.5;
const EDGES = 20;

/** The segment lengths on the map. They move with map and pointer, so they bypass React. */
export class LabelBoard {
  private labels: readonly SegmentLabel[] = [];
  private readonly tags: HTMLElement[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly mapHandle: MapHandle,
  ) {}

  show(labels: readonly SegmentLabel[]): void {
    this.labels = labels;
    this.place();
  }

  /** Moves every label to its segment and hides those longer than their segment. */
  place(): void {
    const onScreen = projector(this.mapHandle);
    const { clientWidth, clientHeight } = this.mapHandle.map.getContainer();
    let used = 0;
    for (const { text, middle, ends } of this.labels) {
      const [at, from, to] = onScreen(middle, ...ends);
      if (at === undefined || from === undefined || to === undefined) continue;
      const isInSight = at.x > -80 && at.y > -20 && at.x < clientWidth + 80 && at.y < clientHeight + 20;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (isInSight && length > text.length * LETTER + EDGES) this.write(used++, text, at);
    }
    for (const tag of this.tags.slice(used)) tag.hidden = true;
  }

  remove(): void {
    this.host.replaceChildren();
  }

  private write(index: number, text: string, { x, y }: Place): void {
    const known = this.tags[index];
    const tag = known ?? document.createElement('div');
    if (known === undefined) {
      tag.className = 'gt-measures__segment gt-placed gt-nowrap gt-through';
      this.host.append(tag);
      this.tags.push(tag);
    }
    tag.hidden = false;
    if (tag.textContent !== text) tag.textContent = text;
    tag.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
  }
}

/** Web Mercator's limit, degrees. */
const LATITUDE_MAX = 85.05;

export interface Place {
  x: number;
  y: number;
}

/**
 * Projects positions to the screen, pixels. All positions of one call are in the copy of the world in which
 * the first is nearest to the map's centre.
 */
export function projector(mapHandle: MapHandle): (...positions: readonly Position[]) => Place[] {
  const { map } = mapHandle;
  const middle = map.getCenter().lng;
  return (...positions) => {
    const shift = 360 * Math.round((middle - lonOf(positions[0])) / 360);
    return positions.map((position) => {
      const latitude = Math.min(LATITUDE_MAX, Math.max(-LATITUDE_MAX, latOf(position)));
      const { x, y } = map.project([lonOf(position) + shift, latitude]);
      return { x, y };
    });
  };
}
