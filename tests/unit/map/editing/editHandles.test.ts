import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { handleAt, Handles } from '../../../../src/ui/map/tools/edit/handles.ts';
import {
  pixelOf,
  type Viewport,
  isInSight,
  paddingBesideDialog,
} from '../../../../src/ui/map/kernel/viewport.ts';
import { undoKey } from '../../../../src/ui/map/kernel/pointing.ts';

const view = (zoom: number, west: number, north: number): Viewport => ({
  zoom,
  west,
  north,
  width: 1000,
  height: 800,
});
const ring = (positions: Position[]) => [{ polygon: 0, isHole: false, positions }];
const circle = (count: number): Position[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    return [103 + Math.cos(angle), 1 + Math.sin(angle)];
  });

describe('the handles', () => {
  const square = ring([
    [103, 0],
    [104, 0],
    [104, 1],
    [103, 1],
  ]);

  it('are on every corner and in the middle of every edge, that of the whole first', () => {
    const kinds = new Handles(square).all(view(8, 102, 2)).map(({ kind }) => kind);
    expect(kinds).toEqual([
      'whole',
      'vertex',
      'middle',
      'vertex',
      'middle',
      'vertex',
      'middle',
      'vertex',
      'middle',
    ]);
  });

  it('of an AOI of 10,000 vertices are shown only where they can be distinguished', () => {
    const handles = new Handles(ring(circle(10_000)));
    expect(handles.all(view(7, 100, 3)).map(({ kind }) => kind)).toEqual(['whole']);
    const near = handles.seen(view(17, 104.0 - 0.005, 1.005));
    expect(near.length).toBeGreaterThan(5);
    const pixels = near.map(({ position }) => pixelOf(view(17, 104.0 - 0.005, 1.005), position));
    for (const [index, a] of pixels.entries())
      for (const b of pixels.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(11);
  });

  it('panning keeps them, zooming makes new ones', () => {
    const handles = new Handles(square);
    const [, first] = handles.all(view(8, 102, 2));
    expect(handles.all(view(8, 100, 1))[1]).toBe(first);
    expect(handles.all(view(9, 100, 1))[1]).not.toBe(first);
  });

  it('the nearest within reach is meant, a corner before the middle of an edge', () => {
    const at = view(8, 102, 2);
    const handles = new Handles(square).all(at);
    const { x, y } = pixelOf(at, [104, 1]);
    expect(handleAt(handles, at, { x: x + 6, y: y - 6 }, 10)).toMatchObject({ kind: 'vertex', vertex: 2 });
    expect(handleAt(handles, at, { x: x + 16, y }, 10)).toBeNull();
    // touch has a larger hit radius
    expect(handleAt(handles, at, { x: x + 16, y }, 22)).toMatchObject({ kind: 'vertex', vertex: 2 });
  });

  it('the handle of the whole is inside the area, clear of all others', () => {
    const at = view(8, 102, 2);
    const triangle = ring([
      [103, 0],
      [104, 0],
      [103, 1],
    ]);
    const [whole, ...others] = new Handles(triangle).all(at);
    const [lon = 0, lat = 0] = whole!.position;
    expect(lon + lat - 103).toBeLessThan(1);
    const { x, y } = pixelOf(at, whole!.position);
    for (const { position } of others) {
      const other = pixelOf(at, position);
      expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(29);
    }
  });

  it('the handle of a small area is above it, that of a large one in the middle of the visible part', () => {
    const far = view(3, 60, 40);
    const [small] = new Handles(square).all(far);
    expect(pixelOf(far, small!.position).y).toBeCloseTo(pixelOf(far, [103, 1]).y - 30, 1);
    const near = view(14, 103.5, 0.5);
    const [large] = new Handles(square).all(near);
    expect(pixelOf(near, large!.position).x).toBeCloseTo(500, 1);
    expect(pixelOf(near, large!.position).y).toBeCloseTo(400, 1);
  });
});

describe('the coordinate dialog, 600 wide, covers the middle of the map', () => {
  const padding = { left: 72, right: 56, top: 0, bottom: 56 };

  it('the typed area is shown next to it, where there is space', () => {
    expect(paddingBesideDialog({ width: 1440, height: 900 }, { ...padding, left: 476 })).toEqual({
      ...padding,
      left: 1036,
    });
    expect(paddingBesideDialog({ width: 1440, height: 900 }, padding)).toEqual({ ...padding, left: 1036 });
    expect(paddingBesideDialog({ width: 1440, height: 900 }, { ...padding, right: 412 })).toEqual({
      ...padding,
      right: 1036,
    });
    expect(paddingBesideDialog({ width: 900, height: 900 }, padding)).toBeNull();
  });

  it('the map moves only for an area that is out of sight there', () => {
    const at = view(8, 102, 2);
    const free = { left: 100, right: 100, top: 100, bottom: 100 };
    expect(isInSight(at, [103, 0.5, 104, 1], free, 'whole')).toBe(true);
    expect(isInSight(at, [101, 0.5, 104, 1], free, 'whole')).toBe(false);
    expect(isInSight(at, [101, 0.5, 104, 1], free, 'any')).toBe(true);
    expect(isInSight(at, [120, 0.5, 121, 1], free, 'any')).toBe(false);
    // inside the view, but too small to see
    expect(isInSight(at, [103, 1, 103.001, 1.001], free, 'any')).toBe(false);
  });
});

describe('undo and redo by keys', () => {
  const key = (name: string, held: Partial<KeyboardEvent>) =>
    undoKey({
      key: name,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      ...held,
    } as KeyboardEvent);

  it('Ctrl-Z and Shift-Ctrl-Z, with Cmd on a Mac; Ctrl-Y as on Windows', () => {
    expect(key('z', { ctrlKey: true })).toBe('undo');
    expect(key('z', { metaKey: true })).toBe('undo');
    expect(key('Z', { ctrlKey: true, shiftKey: true })).toBe('redo');
    expect(key('Z', { metaKey: true, shiftKey: true })).toBe('redo');
    expect(key('y', { ctrlKey: true })).toBe('redo');
    expect(key('z', {})).toBeNull();
    expect(key('z', { ctrlKey: true, altKey: true })).toBeNull();
  });
});
