/** A 5 × 7 bitmap font, so that no system font is needed. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  S: ['.###.', '#...#', '#....', '.###.', '....#', '#...#', '.###.'],
  I: ['.###.', '..#..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  M: ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
  U: ['#...#', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
  A: ['.###.', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  D: ['####.', '#...#', '#...#', '#...#', '#...#', '#...#', '####.'],
};
const WORD = 'SIMULATED';
const ADVANCE = 6;
const ROWS = 7;
const MARGIN = 3;

/** The place of the mark in a picture, pixels. */
export interface Plate {
  left: number;
  top: number;
  /** Pixels of a dot of the letters. */
  scale: number;
}

/**
 * The lowest, then rightmost place at which the whole mark is on opaque pixels. Pictures too small for legible
 * letters get none; their views show it separately.
 */
export function plateIn(
  width: number,
  height: number,
  isOpaque: (x: number, y: number) => boolean = () => true,
): Plate | null {
  const scale = Math.floor(Math.max(width, height) / 360);
  if (scale < 1) return null;
  const { across, down } = sizeOf(scale);
  const margin = 6 * scale;
  const step = Math.max(1, Math.floor(down / 2));
  for (let top = height - down - margin; top >= 0; top -= step)
    for (let left = width - across - margin; left >= 0; left -= step) {
      const isFree = [left, left + across - 1].every((x) => isOpaque(x, top) && isOpaque(x, top + down - 1));
      if (isFree) return { left, top, scale };
    }
  return null;
}

function sizeOf(scale: number): { across: number; down: number } {
  return { across: (WORD.length * ADVANCE - 1 + 2 * MARGIN) * scale, down: (ROWS + 2 * MARGIN) * scale };
}

/** The value 0 to 255 of a pixel of the picture with the mark: white letters on a darkened plate. */
function inked({ left, top, scale }: Plate, x: number, y: number, value: number): number {
  const [column, row] = [Math.floor((x - left) / scale) - MARGIN, Math.floor((y - top) / scale) - MARGIN];
  const letter = LETTERS[WORD[Math.floor(column / ADVANCE)] ?? ''];
  const isInk = row >= 0 && column >= 0 && letter?.[row]?.[column % ADVANCE] === '#';
  return isInk ? 238 : Math.max(1, value * 0.45);
}

/** A part of a picture, `channels` bytes per pixel; `column` and `row` are its upper left corner in the picture. */
interface Canvas {
  pixels: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: number;
  column?: number;
  row?: number;
}

/** Draws the mark SIMULATED (decision 27) on a picture or a part of it. */
export function drawMark(canvas: Canvas, plate = plateIn(canvas.width, canvas.height)): void {
  if (!plate) return;
  const { pixels, width, height, channels, column = 0, row = 0 } = canvas;
  const { across, down } = sizeOf(plate.scale);
  const [firstX, lastX] = [Math.max(column, plate.left), Math.min(column + width, plate.left + across)];
  const [firstY, lastY] = [Math.max(row, plate.top), Math.min(row + height, plate.top + down)];
  for (let y = firstY; y < lastY; y++)
    for (let x = firstX; x < lastX; x++) {
      const at = ((y - row) * width + x - column) * channels;
      for (let k = 0; k < channels; k++) pixels[at + k] = inked(plate, x, y, pixels[at + k]!);
    }
}
