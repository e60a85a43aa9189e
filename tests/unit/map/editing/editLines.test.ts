import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { EditLines } from '../../../../src/ui/map/tools/edit/editLines.ts';
import { Handles, type Handle } from '../../../../src/ui/map/tools/edit/handles.ts';
import { type Viewport } from '../../../../src/ui/map/kernel/viewport.ts';
import { held, holdOf } from '../../../../src/ui/map/tools/edit/hold.ts';
import { shapeOf, vertexCount } from '../../../../src/ui/map/tools/edit/shape.ts';

const view: Viewport = { zoom: 7, west: 100, north: 4, width: 1000, height: 800 };

function circle(count: number): Position[] {
  const ring = Array.from({ length: count }, (_, index): Position => {
    const angle = (index / count) * 2 * Math.PI;
    return [103 + Math.cos(angle), 1 + Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}
function editing(count: number) {
  const { geometry } = aoiOf({ type: 'Polygon', coordinates: [circle(count)] });
  const shape = shapeOf(geometry);
  return { shape, geometry, lines: new EditLines(shape, geometry) };
}
const corner = (vertex: number, position: Position): Handle => ({
  kind: 'vertex',
  ring: 0,
  vertex,
  position,
});

describe('the lines while a corner is dragged', () => {
  it('the stretch between its neighbours moves, everything else keeps its arrays', () => {
    const { shape, lines } = editing(10_000);
    const hold = holdOf(corner(5, shape[0]!.positions[5]!), 'drag', [0, 0]);
    const first = lines.sketch(held(shape, hold, [104.5, 1.2]), view, [], []);
    const second = lines.sketch(held(shape, hold, [104.6, 1.2]), view, [], []);
    expect(second.still).toBe(first.still);
    expect(second.moving).toEqual([[shape[0]!.positions[4], [104.6, 1.2], shape[0]!.positions[6]]]);
    expect(second.still[0]).toHaveLength(9_999);
    expect(second.still[0]).not.toContainEqual(shape[0]!.positions[5]);
  });

  it('a new corner takes the place of its edge', () => {
    const { shape, lines } = editing(8);
    const middle: Handle = { kind: 'middle', ring: 0, vertex: 7, position: [104, 0.8] };
    const { still, moving } = lines.sketch(
      held(shape, holdOf(middle, 'drag', [0, 0]), [105, 0.8]),
      view,
      [],
      [],
    );
    const { positions } = shape[0]!;
    expect(moving).toEqual([[positions[7], [105, 0.8], positions[0]]]);
    expect(still[0]).toEqual(positions);
  });

  it('the mask follows a small area, and no outline that crosses itself', () => {
    const { shape, geometry, lines } = editing(8);
    const hold = holdOf(corner(0, shape[0]!.positions[0]!), 'drag', [0, 0]);
    expect(lines.sketch(held(shape, hold, [104.5, 1]), view, [], []).area).not.toBe(geometry);
    expect(lines.sketch(held(shape, hold, [101, 1]), view, [], []).area).toBe(geometry);
  });

  it('10,000 vertices that are moved as a whole are drawn thinned until they are released', () => {
    const { shape, lines } = editing(10_000);
    const [whole] = new Handles(shape).all(view);
    const hold = holdOf(whole!, 'drag', whole!.position);
    const { still, moving } = lines.sketch(held(shape, hold, [103.5, 1.5]), view, [], []);
    expect(still).toEqual([]);
    expect(moving[0]!.length).toBeLessThan(vertexCount(shape) / 5);
    expect(moving[0]!.length).toBeGreaterThan(100);
  });
});
