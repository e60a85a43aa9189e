import { DrawPolygonMode, DrawRectangleMode, type ClickEvent } from '@deck.gl-community/editable-layers';
import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../../geo/area/areaGeometry.ts';
import type { MapPoint } from '../../kernel/pointing.ts';

/** Projects a position to the screen, pixels. */
export type Project = (position: Position) => { x: number; y: number };

/** Input type of editable-layers' modes, which the package doesn't export by name. */
export type ModeInput = Parameters<DrawPolygonMode['finishDrawing']>[0];

/** Whether a press is close enough to hit the vertex. */
export function isNear(at: MapPoint, vertex: Position | undefined, project: Project): boolean {
  if (vertex === undefined) return false;
  const { x, y } = project(vertex);
  return Math.hypot(x - at.screen[0], y - at.screen[1]) <= at.reach;
}

function clickAt(at: MapPoint): ClickEvent {
  return { picks: [], screenCoords: at.screen, mapCoords: at.position, sourceEvent: null };
}

/** The interface of both shapes; `press` is called once for every click, immediately (record 032). */
export interface ShapeMode {
  /** @returns whether the press finishes the shape: it hits a vertex of an outline that encloses an area */
  press(at: MapPoint, props: ModeInput, project: Project): boolean;
  /** Removes the last vertex. @returns false if there is none */
  takeBack(): boolean;
  /** Completes the shape. @returns false if it has too few vertices */
  finish(props: ModeInput): boolean;
  vertices(): Position[];
  /** The closed outline with the pointer's position as the next vertex. */
  outlineTo(at: Position | null): Position[];
}

/**
 * A polygon by single clicks. A click on the first or last vertex finishes it. So the second click of a
 * double click adds no vertex, while each fast click elsewhere does.
 */
export class PolygonMode extends DrawPolygonMode implements ShapeMode {
  press(at: MapPoint, _: ModeInput, project: Project): boolean {
    const vertices = this.getClickSequence();
    const isOnVertex = isNear(at, vertices[0], project) || isNear(at, vertices[vertices.length - 1], project);
    if (!isOnVertex) this.addClickSequence(clickAt(at));
    // two vertices enclose no area, so a double click counts as one click
    return isOnVertex && vertices.length >= 3;
  }

  takeBack(): boolean {
    return this.getClickSequence().pop() !== undefined;
  }

  finish(props: ModeInput): boolean {
    const vertices = this.getClickSequence();
    if (vertices.length < 3) return false;
    // the crossing is already reported; the mode would discard the shape silently
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
    // a second corner on top of the first makes no rectangle
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
