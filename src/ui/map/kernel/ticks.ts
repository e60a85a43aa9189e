import type { Position } from 'geojson';
import { latOf, lonOf, polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';

/** Distance of a tick from its corner, pixels. */
const INSET = 20;

export interface Tick {
  position: [number, number];
  /** Pixels on the screen, y downwards. */
  offset: [number, number];
}

/** A footprint's ring, and a test whether it covers a point. */
interface Shape {
  ring: readonly Position[];
  west: number;
  south: number;
  east: number;
  north: number;
}

function shapeOf(geometry: AreaGeometry): Shape | null {
  const ring = polygonsOf(geometry)[0]?.[0];
  if (ring === undefined) return null;
  const lons = ring.map(lonOf);
  const lats = ring.map(latOf);
  return {
    ring,
    west: Math.min(...lons),
    east: Math.max(...lons),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}

const holds = (shape: Shape, at: Position) =>
  lonOf(at) >= shape.west && lonOf(at) <= shape.east && latOf(at) >= shape.south && latOf(at) <= shape.north;

/** Direction from a corner to the middle on the screen; the same at every zoom, as the map never rotates. */
function towards(corner: Position, middle: Position): [number, number] {
  const across = (lonOf(middle) - lonOf(corner)) * Math.cos((latOf(middle) * Math.PI) / 180);
  const up = latOf(middle) - latOf(corner);
  const length = Math.hypot(across, up) || 1;
  return [(across / length) * INSET * Math.SQRT2, (-up / length) * INSET * Math.SQRT2];
}

/** A tick inside the northernmost corner that no other selected footprint covers (docs/design.md, Map symbols). */
export function ticksOf(geometries: readonly AreaGeometry[]): Tick[] {
  const shapes = geometries.map(shapeOf);
  // beyond a few hundred, ticks would only hide each other, and the search for free corners is quadratic
  const rivals = shapes.length > 300 ? [] : shapes;
  return shapes.flatMap((shape, at): Tick[] => {
    if (shape === null) return [];
    const corners = shape.ring.slice(0, -1).toSorted((a, b) => latOf(b) - latOf(a));
    const free = corners.find((corner) =>
      rivals.every((rival, other) => rival === null || other === at || !holds(rival, corner)),
    );
    const corner = free ?? corners[0];
    if (corner === undefined) return [];
    const middle: Position = [(shape.west + shape.east) / 2, (shape.south + shape.north) / 2];
    return [{ position: [lonOf(corner), latOf(corner)], offset: towards(corner, middle) }];
  });
}
