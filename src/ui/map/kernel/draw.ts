import type { Layer } from '@deck.gl/core';
import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions';
import { IconLayer, PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { type Rings, latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import type { Ground, Rgba } from './symbols.ts';
import type { Tick } from './ticks.ts';

/** A line with casing: widths in pixels, the casing's includes the line's. */
export interface LineSymbol {
  line: Rgba;
  lineWidth: number;
  casing: Rgba;
  casingWidth: number;
  /** Dash and gap, pixels; solid by default. */
  dash?: readonly [number, number];
}

const DASHES = { extensions: [new PathStyleExtension({ dash: true, highPrecisionDash: true })] };
const DashedPathLayer = PathLayer<readonly Position[], PathStyleExtensionProps<readonly Position[]>>;

/** Lines with casing, bottom to top. Degrees. @param ground names the colours: others are uploaded only with another name */
export function lineLayers(
  id: string,
  lines: readonly (readonly Position[])[],
  { line, lineWidth, casing, casingWidth, dash }: LineSymbol,
  ground: string,
): Layer[] {
  const path = {
    data: lines,
    getPath: (positions: readonly Position[]) => positions as [number, number][],
    widthUnits: 'pixels',
    jointRounded: true,
    updateTriggers: { getColor: ground, getWidth: ground },
    parameters: FLAT,
    // the solid casing of a dashed line has them too: one shader program for both is compiled in half the time
    ...(dash === undefined ? {} : DASHES),
  } as const;
  return [
    new DashedPathLayer({
      ...path,
      id: `${id}-casing`,
      getWidth: casingWidth,
      capRounded: true,
      getColor: [...casing],
      getDashArray: [0, 0],
    }),
    new DashedPathLayer({
      ...path,
      id: `${id}-line`,
      getWidth: lineWidth,
      capRounded: dash === undefined,
      getColor: [...line],
      // dash lengths are in units of half the line width
      getDashArray: dash === undefined ? [0, 0] : [(2 * dash[0]) / lineWidth, (2 * dash[1]) / lineWidth],
    }),
  ];
}

/** Filled polygons, each with its rings. Degrees. */
export function fillLayer(id: string, polygons: readonly Rings[], color: Rgba, ground: string): Layer {
  return new SolidPolygonLayer<Rings>({
    id,
    data: polygons,
    getPolygon: (rings) => rings as [number, number][][],
    getFillColor: [...color],
    updateTriggers: { getFillColor: ground },
    parameters: FLAT,
  });
}

/** Everything is on one plane and drawn in layer order; depth tests would cause flicker. */
export const FLAT = { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' } as const;

/** Side of a mark in the atlas, pixels: twice its size on the map, for high-density screens. */
const CELL = 48;

/** Colours of ticks and handles, those of chosen footprints and the AOI (docs/design.md, Map symbols). */
interface Colors {
  tick: string;
  onTick: string;
  handle: string;
  onHandle: string;
  wrong: string;
}
const COLORS: Record<Ground, Colors> = {
  pale: { tick: '#2B4FD8', onTick: '#FFFFFF', handle: '#C2410C', onHandle: '#FFFFFF', wrong: '#B42318' },
  dark: { tick: '#93AEFF', onTick: '#0C1117', handle: '#FF9F57', onHandle: '#0C1117', wrong: '#FF9E94' },
  imagery: { tick: '#2B4FD8', onTick: '#FFFFFF', handle: '#FF9F57', onHandle: '#101820', wrong: '#FF9E94' },
};

/** Marks in the atlas, from left to right. */
const ORDER = ['tick', 'handle', 'middle', 'whole', 'held', 'focused', 'crossing'] as const;
type MarkName = (typeof ORDER)[number];

/** Position of each mark in the atlas, in IconLayer's format. */
export const MARKS = Object.fromEntries(
  ORDER.map((name, at) => [name, { x: at * CELL, y: 0, width: CELL, height: CELL, mask: false }]),
) as Record<MarkName, { x: number; y: number; width: number; height: number; mask: boolean }>;

const drawn = new Map<Ground, ImageData>();

type Pen = OffscreenCanvasRenderingContext2D;

function disc(pen: Pen, radius: number, color: string): void {
  pen.beginPath();
  pen.arc(12, 12, radius, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.fill();
}

function line(pen: Pen, color: string, width: number, path: readonly (readonly [number, number])[]): void {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  path.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.stroke();
}

function box(pen: Pen, half: number, fill: string, edge: string): void {
  pen.beginPath();
  pen.roundRect(12 - half, 12 - half, 2 * half, 2 * half, 1.5);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = 1.75;
  pen.strokeStyle = edge;
  pen.stroke();
}

/** Draws each mark in a square of 24 pixels, centred. */
const DRAW: Record<MarkName, (pen: Pen, colors: Colors) => void> = {
  tick: (pen, { tick, onTick }) => {
    disc(pen, 11, onTick);
    disc(pen, 9, tick);
    line(pen, onTick, 2, [
      [8.2, 12.3],
      [10.9, 15],
      [15.8, 9.4],
    ]);
  },
  handle: (pen, { handle, onHandle }) => box(pen, 4, onHandle, handle),
  // smaller and round, because it isn't a vertex yet
  middle: (pen, { handle, onHandle }) => {
    disc(pen, 4.5, onHandle);
    disc(pen, 3, handle);
  },
  whole: (pen, { handle, onHandle }) => {
    disc(pen, 12, handle);
    disc(pen, 10.5, onHandle);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const at = (along: number, across: number) =>
        [12 + dx * along + dy * across, 12 + dy * along + dx * across] as const;
      line(pen, handle, 1.5, [at(0, 0), at(7, 0)]);
      line(pen, handle, 1.5, [at(5, 2), at(7, 0), at(5, -2)]);
    }
  },
  held: (pen, { handle, onHandle }) => {
    box(pen, 6.5, onHandle, onHandle);
    box(pen, 5, handle, handle);
  },
  // docs/design.md, Focus
  focused: (pen, { tick, onTick }) => {
    pen.beginPath();
    pen.arc(12, 12, 9.5, 0, 2 * Math.PI);
    pen.strokeStyle = onTick;
    pen.lineWidth = 4.5;
    pen.stroke();
    pen.strokeStyle = tick;
    pen.lineWidth = 2;
    pen.stroke();
  },
  crossing: (pen, { wrong, onTick }) => {
    disc(pen, 11, onTick);
    disc(pen, 9.5, wrong);
    line(pen, onTick, 2, [
      [8.5, 8.5],
      [15.5, 15.5],
    ]);
    line(pen, onTick, 2, [
      [15.5, 8.5],
      [8.5, 15.5],
    ]);
  },
};

function draw(ground: Ground): ImageData {
  const canvas = new OffscreenCanvas(CELL * ORDER.length, CELL);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas to draw marks on');
  ORDER.forEach((name, at) => {
    pen.setTransform(2, 0, 0, 2, at * CELL, 0);
    DRAW[name](pen, COLORS[ground]);
  });
  return pen.getImageData(0, 0, canvas.width, CELL);
}

/**
 * The marks in the ground's colours, drawn once. IconLayer accepts any image (its prop's type is 'image'),
 * although its declaration allows only URLs and textures; the page's security policy forbids data URLs.
 */
export function marksAtlas(ground: Ground): string {
  const known = drawn.get(ground) ?? draw(ground);
  drawn.set(ground, known);
  return known as unknown as string;
}

export function ticksLayer(ticks: readonly Tick[], ground: Ground): Layer {
  return new IconLayer<Tick>({
    id: `deck-ticks-${ground}`,
    data: ticks,
    iconAtlas: marksAtlas(ground),
    iconMapping: MARKS,
    getIcon: () => 'tick',
    getSize: 24,
    getPosition: (tick) => tick.position,
    getPixelOffset: (tick) => tick.offset,
    parameters: FLAT,
  });
}

/** A mark of the AOI editor; degrees. */
export interface Mark {
  kind: 'vertex' | 'middle' | 'whole' | 'held' | 'focused' | 'crossing';
  position: Position;
}

/** Handles of vertices, edges and the whole area; the held or focused one; crossings. */
export function marksLayer(id: string, marks: readonly Mark[], ground: Ground): Layer {
  return new IconLayer<Mark>({
    id: `deck-${id}-${ground}`,
    data: marks,
    iconAtlas: marksAtlas(ground),
    iconMapping: MARKS,
    getIcon: ({ kind }) => (kind === 'vertex' ? 'handle' : kind),
    getSize: 24,
    getPosition: ({ position }) => [lonOf(position), latOf(position)],
    parameters: FLAT,
  });
}

/** Discs of one size with an edge, pixels. */
export function discsLayer(
  id: string,
  positions: readonly Position[],
  disc: { radius: number; line: Rgba; lineWidth: number; fill: Rgba },
  ground: Ground,
): Layer {
  return new ScatterplotLayer<Position>({
    id,
    data: positions,
    getPosition: (position) => [lonOf(position), latOf(position)],
    radiusUnits: 'pixels',
    getRadius: disc.radius,
    stroked: true,
    lineWidthUnits: 'pixels',
    getLineWidth: disc.lineWidth,
    getLineColor: [...disc.line],
    getFillColor: [...disc.fill],
    updateTriggers: { getLineColor: ground, getFillColor: ground },
    parameters: FLAT,
  });
}
