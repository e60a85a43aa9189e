import type { MapHandle } from '../canvas/mapHandle.ts';
import type { SegmentLabel } from './figures.ts';
import { projector, type Place } from './onScreen.ts';

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
      tag.className = 'gt-measures__segment';
      this.host.append(tag);
      this.tags.push(tag);
    }
    tag.hidden = false;
    if (tag.textContent !== text) tag.textContent = text;
    tag.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
  }
}
