import { DrawPolygonMode, DrawRectangleMode, type ClickEvent } from '@deck.gl-community/editable-layers';
import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import type { MapPoint } from '../pointing/pointing.ts';

/** Where a position is on the screen now. */
export type Project = (position: Position) => { x: number; y: number };

/** What editable-layers' modes ask for; its own name for the collection is not exported. */
export type ModeInput = Parameters<DrawPolygonMode['finishDrawing']>[0];

/** Whether a press there means the vertex. */
export function isNear(at: MapPoint, vertex: Position | undefined, project: Project): boolean {
  if (vertex === undefined) return false;
  const { x, y } = project(vertex);
  return Math.hypot(x - at.screen[0], y - at.screen[1]) <= at.reach;
}

function clickAt(at: MapPoint): ClickEvent {
  return { picks: [], screenCoords: at.screen, mapCoords: at.position, sourceEvent: null };
}

/** What both shapes can do; `press` comes once for every click, at once (decision record 032). */
export interface ShapeMode {
  /** @returns whether the press asks to finish: on a vertex of what is enclosed already */
  press(at: MapPoint, props: ModeInput, project: Project): boolean;
  /** The last vertex is taken back; false when there is none. */
  takeBack(): boolean;
  /** Completes the shape when it has enough vertices. */
  finish(props: ModeInput): boolean;
  vertices(): Position[];
  /** The outline as it would be with a vertex at the pointer, closed. */
  outlineTo(at: Position | null): Position[];
}

/**
 * A polygon by single clicks. A click on the first or the last vertex finishes: so the second click of a double click
 * adds nothing, and fast clicks elsewhere each make a vertex.
 */
export class PolygonMode extends DrawPolygonMode implements ShapeMode {
  press(at: MapPoint, _: ModeInput, project: Project): boolean {
    const vertices = this.getClickSequence();
    const isOnVertex = isNear(at, vertices[0], project) || isNear(at, vertices[vertices.length - 1], project);
    if (!isOnVertex) this.addClickSequence(clickAt(at));
    // two vertices enclose nothing yet: a double click there is a click
    return isOnVertex && vertices.length >= 3;
  }

  takeBack(): boolean {
    return this.getClickSequence().pop() !== undefined;
  }

  finish(props: ModeInput): boolean {
    const vertices = this.getClickSequence();
    if (vertices.length < 3) return false;
    // a crossing is said before: the mode would drop it without a word
    this.finishDrawing({ ...props, modeConfig: { allowSelfIntersection: true } });
    return true;
  }

  vertices(): Position[] {
    return [...this.getClickSequence()];
  }

  outlineTo(at: Position | null): Position[] {
    const [first, ...others] = this.getClickSequence();
    if (first === undefined) return [];
    return [first, ...others, ...(at === null ? [] : [at]), first];
  }
}

/** A rectangle along meridians and parallels: by two clicks, or by dragging from corner to corner. */
export class BoxMode extends DrawRectangleMode implements ShapeMode {
  press(at: MapPoint, props: ModeInput, project: Project): boolean {
    // a corner on the other is no rectangle yet
    if (isNear(at, this.getClickSequence()[0], project)) return false;
    const pointer = { ...clickAt(at), cancelPan: () => {} };
    this.handleClick(clickAt(at), { ...props, lastPointerMoveEvent: pointer });
    return false;
  }

  takeBack(): boolean {
    return this.getClickSequence().pop() !== undefined;
  }

  finish(): boolean {
    return false;
  }

  vertices(): Position[] {
    return [...this.getClickSequence()];
  }

  outlineTo(at: Position | null): Position[] {
    const first = this.getClickSequence()[0];
    if (first === undefined || at === null) return [];
    const [west, south, east, north] = [lonOf(first), latOf(first), lonOf(at), latOf(at)];
    return [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
  }
}
