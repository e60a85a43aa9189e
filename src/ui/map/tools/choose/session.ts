import { Pointing, type MapPoint } from '../../kernel/pointing.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { ChoiceBox } from './choiceBox.ts';
import type { MapBox } from '../../../../machines/map/map.events.ts';

interface ChoosingEvents {
  completed: (bbox: MapBox) => void;
  cancelled: () => void;
  /** Called after a corner was set or removed, or the input changed between pointer and keyboard. */
  changed: () => void;
}
export interface ChoosingState {
  hasCorner: boolean;
  /** Whether the keyboard is used, with a reticle in the middle of the free map. */
  isReticle: boolean;
}

/** Bounding box of two corners, degrees; longitudes may exceed ±180. */
export function boxOf(a: MapPoint['position'], b: MapPoint['position']): MapBox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

/** Box selection up to its second corner: by dragging, two presses, or keyboard. */
export class ChoosingSession {
  private first: MapPoint | null = null;
  private readonly box: ChoiceBox;
  private readonly pointing: Pointing;

  constructor(
    private readonly mapHandle: MapHandle,
    isByKeyboard: boolean,
    private readonly events: ChoosingEvents,
  ) {
    this.box = new ChoiceBox(mapHandle.map);
    this.pointing = new Pointing(mapHandle, isByKeyboard, {
      pressed: (at) => this.press(at),
      moved: () => this.show(),
      takenBack: () => this.setFirst(null),
      finished: () => {},
      cancelled: () => this.events.cancelled(),
      dragBegun: (from) => this.setFirst(this.first ?? from),
    });
    this.show();
  }

  end(): void {
    this.pointing.end();
    this.box.hide();
  }

  state(): ChoosingState {
    return { hasCorner: this.first !== null, isReticle: this.pointing.isReticle() };
  }

  private press(at: MapPoint): void {
    const { first } = this;
    if (first === null) {
      this.setFirst(at);
      return;
    }
    const { x, y } = this.mapHandle.map.project(first.position);
    // a second corner on top of the first makes no box
    if (Math.hypot(x - at.screen[0], y - at.screen[1]) > at.reach)
      this.events.completed(boxOf(first.position, at.position));
  }

  private setFirst(at: MapPoint | null): void {
    this.first = at;
    this.show();
  }

  private show(): void {
    const at = this.pointing.place();
    if (this.first === null || at === null) this.box.hide();
    else this.box.show(this.mapHandle.map.project(this.first.position), { x: at.screen[0], y: at.screen[1] });
    this.events.changed();
  }
}
