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

interface Canvas {
  pixels: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Upper left corner of the lowest, then rightmost position at which the whole plate is on opaque pixels. */
function placeFor(
  canvas: Canvas,
  plateWidth: number,
  plateHeight: number,
  margin: number,
): readonly [number, number] | null {
  const [right, bottom] = [canvas.width - plateWidth - margin, canvas.height - plateHeight - margin];
  if (right < 0 || bottom < 0) return null;
  if (canvas.channels === 3) return [right, bottom];
  const isOpaque = (x: number, y: number): boolean => canvas.pixels[(y * canvas.width + x) * 4 + 3] === 255;
  const step = Math.max(1, Math.floor(plateHeight / 2));
  for (let top = bottom; top >= 0; top -= step)
    for (let left = right; left >= 0; left -= step) {
      const corners = [left, left + plateWidth - 1].flatMap((x) => [
        isOpaque(x, top),
        isOpaque(x, top + plateHeight - 1),
      ]);
      if (corners.every(Boolean)) return [left, top];
    }
  return null;
}

/**
 * Draws the mark SIMULATED (decision 27) at the lower right of a picture: white letters on a darkened plate,
 * on opaque pixels only. Pictures too small for legible letters get none; their views show it separately.
 */
export function drawMark(canvas: Canvas): void {
  const { pixels, width, height, channels } = canvas;
  const scale = Math.floor(Math.max(width, height) / 360);
  if (scale < 1) return;
  const [plateWidth, plateHeight] = [
    (WORD.length * ADVANCE - 1 + 2 * MARGIN) * scale,
    (ROWS + 2 * MARGIN) * scale,
  ];
  const place = placeFor(canvas, plateWidth, plateHeight, 6 * scale);
  if (!place) return;
  for (let j = 0; j < plateHeight; j++)
    for (let i = 0; i < plateWidth; i++) {
      const [column, row] = [Math.floor(i / scale) - MARGIN, Math.floor(j / scale) - MARGIN];
      const letter = LETTERS[WORD[Math.floor(column / ADVANCE)] ?? ''];
      const isInk = row >= 0 && column >= 0 && letter?.[row]?.[column % ADVANCE] === '#';
      const at = ((place[1] + j) * width + place[0] + i) * channels;
      for (let k = 0; k < 3; k++) pixels[at + k] = isInk ? 238 : pixels[at + k]! * 0.45;
    }
}
