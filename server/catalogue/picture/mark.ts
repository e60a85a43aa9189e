/** Letters of the mark, five columns by seven rows each, one string a row: no font of the machine is needed. */
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

/**
 * Draws the mark SIMULATED (decision 27) into the lower right corner of a picture of three or four channels: white
 * letters on a darkened plate. Pictures too small for legible letters stay without; their list says it beside them.
 */
export function drawMark(
  pixels: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  channels: 3 | 4,
): void {
  const scale = Math.floor(Math.max(width, height) / 360);
  const [plateWidth, plateHeight] = [
    (WORD.length * ADVANCE - 1 + 2 * MARGIN) * scale,
    (ROWS + 2 * MARGIN) * scale,
  ];
  if (scale < 1 || plateWidth + 16 > width || plateHeight + 16 > height) return;
  const [left, top] = [width - plateWidth - 6 * scale, height - plateHeight - 6 * scale];
  for (let j = 0; j < plateHeight; j++)
    for (let i = 0; i < plateWidth; i++) {
      const [column, row] = [Math.floor(i / scale) - MARGIN, Math.floor(j / scale) - MARGIN];
      const letter = LETTERS[WORD[Math.floor(column / ADVANCE)] ?? ''];
      const isInk = row >= 0 && column >= 0 && letter?.[row]?.[column % ADVANCE] === '#';
      const at = ((top + j) * width + left + i) * channels;
      for (let k = 0; k < 3; k++) pixels[at + k] = isInk ? 238 : pixels[at + k]! * 0.45;
    }
}
