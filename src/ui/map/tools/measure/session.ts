import type { Position } from 'geojson';
import { lonOf, latOf } from '../../../../geo/area/areaGeometry.ts';
import { crossingOf } from '../../../../geo/area/measure.ts';
import { meaningOfPress, MEASURE_MIN, type MeasuredLine } from '../../../../machines/map/map.rules.ts';
import { Pointing, type MapPoint } from '../../kernel/pointing.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { totalOf } from './figures.ts';
import { measuredLine, traceOfLine } from '../../layers/measures.ts';
import { projector, type Place } from './labelBoard.ts';

/** Why the line can't be measured: too few vertices, or the position where the outline crosses itself. */
export type MeasuringProblem = 'tooFew' | { lon: number; lat: number };
/** State of the current line for the view. */
export interface MeasuringState {
  vertices: number;
  canFinish: boolean;
  problem: MeasuringProblem | null;
  /** The figure, including the pointer's position while it is over the map; null without a line. */
  total: string | null;
  /** Position of the tag, pixels: at the pointer, otherwise at the last vertex. */
  tagAt: Place | null;
  /** Whether the keyboard measures, with a reticle in the middle of the free map. */
  isReticle: boolean;
}
export type MeasuringNews = 'pointSet' | 'pointRemoved';
export interface MeasuringEvents {
  completed: (line: MeasuredLine) => void;
  left: () => void;
  changed: () => void;
  message: (news: MeasuringNews) => void;
}

/**
 * Measuring, from selecting the tool until the mode ends, one line after the other. The unfinished line is
 * kept in the session and the store.
 */
export class MeasuringSession {
  private vertices: readonly Position[] = [];
  private problem: MeasuringProblem | null = null;
  private live: MeasuredLine | null = null;
  private readonly pointing: Pointing;

  constructor(
    private readonly mapHandle: MapHandle,
    private readonly kind: MeasuredLine['kind'],
    isByKeyboard: boolean,
    private readonly events: MeasuringEvents,
  ) {
    this.pointing = new Pointing(mapHandle, isByKeyboard, {
      pressed: (at) => this.press(at),
      moved: () => this.show(),
      takenBack: () => this.takeBack(),
      finished: () => this.finish(),
      cancelled: () => this.events.left(),
    });
    this.show();
  }

  /** Ends measuring and discards an unfinished line. */
  end(): void {
    this.pointing.end();
    measuredLine.set(null);
  }

  state(): MeasuringState {
    const at = this.pointing.place();
    return {
      vertices: this.vertices.length,
      canFinish: this.vertices.length >= MEASURE_MIN[this.kind],
      problem: this.problem,
      total: this.live === null ? null : totalOf(this.kind, traceOfLine(this.live)),
      tagAt: at === null ? this.lastPlace() : { x: at.screen[0], y: at.screen[1] },
      isReticle: this.pointing.isReticle(),
    };
  }

  /** Finishes the line; an invalid line stays, and the state gives the reason. */
  finish(): void {
    const line: MeasuredLine = { kind: this.kind, positions: this.vertices };
    this.problem = this.vertices.length < MEASURE_MIN[this.kind] ? 'tooFew' : crossingOf(traceOfLine(line));
    if (this.problem === null) {
      this.vertices = [];
      this.events.completed(line);
    }
    this.show();
  }

  takeBack(): void {
    if (this.vertices.length === 0) return;
    this.setVertices(this.vertices.slice(0, -1));
    this.events.message('pointRemoved');
  }

  private press(at: MapPoint): void {
    const on = { first: this.isOn(at, this.vertices[0]), last: this.isOn(at, this.vertices.at(-1)) };
    const meaning = meaningOfPress(this.kind, this.vertices.length, on);
    if (meaning === 'end') this.finish();
    if (meaning !== 'vertex') return;
    this.setVertices([...this.vertices, at.position]);
    this.events.message('pointSet');
  }

  /** After touch there is no pointer position, so the figure stays at the last vertex. */
  private lastPlace(): Place | null {
    const last = this.vertices.at(-1);
    return last === undefined ? null : (projector(this.mapHandle)(last)[0] ?? null);
  }

  private isOn(at: MapPoint, vertex: Position | undefined): boolean {
    if (vertex === undefined) return false;
    // the same place, in the copy of the world that was pressed
    const turns = Math.round((at.position[0] - lonOf(vertex)) / 360);
    const { x, y } = this.mapHandle.map.project([lonOf(vertex) + 360 * turns, latOf(vertex)]);
    return Math.hypot(x - at.screen[0], y - at.screen[1]) <= at.reach;
  }

  private setVertices(vertices: readonly Position[]): void {
    this.vertices = vertices;
    this.problem = null;
    this.show();
  }

  private show(): void {
    const at = this.vertices.length === 0 ? null : this.pointing.place();
    const positions = at === null ? this.vertices : [...this.vertices, at.position];
    this.live = positions.length === 0 ? null : { kind: this.kind, positions };
    measuredLine.set(this.live);
    this.events.changed();
  }
}
