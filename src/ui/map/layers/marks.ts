import type { Ground } from '../symbols.ts';

/** Side of a mark in the atlas, pixels: twice its size on the map, so that it is sharp on fine screens. */
const CELL = 48;

/** look.md, map symbols: colours of tick and handle. */
const COLORS: Record<Ground, { tick: string; onTick: string; handle: string; onHandle: string }> = {
  pale: { tick: '#2B4FD8', onTick: '#FFFFFF', handle: '#C2410C', onHandle: '#FFFFFF' },
  dark: { tick: '#93AEFF', onTick: '#0C1117', handle: '#FF9F57', onHandle: '#0C1117' },
  imagery: { tick: '#2B4FD8', onTick: '#FFFFFF', handle: '#FF9F57', onHandle: '#101820' },
};

/** Where each mark is in the atlas, as deck.gl's IconLayer reads it. */
export const MARKS = {
  tick: { x: 0, y: 0, width: CELL, height: CELL, mask: false },
  handle: { x: CELL, y: 0, width: CELL, height: CELL, mask: false },
};

const drawn = new Map<Ground, ImageData>();

function draw(ground: Ground): ImageData {
  const canvas = new OffscreenCanvas(CELL * 2, CELL);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas to draw marks on');
  const { tick, onTick, handle, onHandle } = COLORS[ground];
  pen.scale(2, 2);
  pen.beginPath();
  pen.arc(12, 12, 11, 0, 2 * Math.PI);
  pen.fillStyle = onTick;
  pen.fill();
  pen.beginPath();
  pen.arc(12, 12, 9, 0, 2 * Math.PI);
  pen.fillStyle = tick;
  pen.fill();
  pen.strokeStyle = onTick;
  pen.lineWidth = 2;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(8.2, 12.3);
  pen.lineTo(10.9, 15);
  pen.lineTo(15.8, 9.4);
  pen.stroke();
  pen.beginPath();
  pen.roundRect(24 + 8, 8, 8, 8, 1.5);
  pen.fillStyle = onHandle;
  pen.fill();
  pen.lineWidth = 1.75;
  pen.strokeStyle = handle;
  pen.stroke();
  return pen.getImageData(0, 0, CELL * 2, CELL);
}

/**
 * The marks in the ground's colours, drawn once. IconLayer takes any image (its prop's type is 'image'), its declaration
 * names addresses and textures alone; an address would be fetched, which the page's security policy forbids for data.
 */
export function marksAtlas(ground: Ground): string {
  const known = drawn.get(ground) ?? draw(ground);
  drawn.set(ground, known);
  return known as unknown as string;
}
