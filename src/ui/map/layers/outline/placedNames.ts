import type { Position } from 'geojson';
import type { Bounds } from '../../../../geo/entry/bbox.ts';
import { meetsLine } from '../../../../geo/area/inBox.ts';

/** Most names in sight at once. */
const NAMES_MAX = 8;
/** Free space around a name, and between it and a line or its handles, pixels. */
const GAP = 10;
const LINE_GAP = 9;
/** Height of a line of text, in units of its size. */
const LINE_HEIGHT = 1.2;

/** A name that may stand on the map. */
export interface Name {
  text: string;
  at: Position;
  /** Its size: 0 for the most important names, 2 for the least. */
  rank: 0 | 1 | 2;
  /** Which name stands where two have the same rank: the higher. */
  weight: number;
  /** Whether it is in another language than the reader's. */
  isForeign: boolean;
}

/** What names share the screen with, pixels. */
interface Room {
  /** The part of the map that no panel covers: left, top, right, bottom. */
  free: Bounds;
  /** Lines that stay clear. */
  lines: readonly Position[][];
  /** Where a position of the map is. */
  project: (at: Position) => readonly [x: number, y: number];
  /** Sizes of text by rank, and how wide a text is. */
  sizes: readonly [number, number, number];
  widthOf: (text: string, size: number) => number;
}

const meet = (a: Bounds, b: Bounds, gap: number): boolean =>
  a[0] < b[2] + gap && b[0] < a[2] + gap && a[1] < b[3] + gap && b[1] < a[3] + gap;

/**
 * The names that stand on the map, most important first: at most eight, wholly in sight, apart from each other and off the
 * lines. They are in one language: foreign ones stand only where no name in the reader's is known.
 */
export function placedNames(names: readonly Name[], room: Room): Name[] {
  const { free, lines, project, sizes, widthOf } = room;
  const paths = lines.map((line) => line.map((at) => [...project(at)]));
  const boxed = names.flatMap((name) => {
    const [x, y] = project(name.at);
    if (x < free[0] || x > free[2] || y < free[1] || y > free[3]) return [];
    const size = sizes[name.rank];
    const [wide, high] = [widthOf(name.text, size) / 2, (size * LINE_HEIGHT) / 2];
    const box: Bounds = [x - wide, y - high, x + wide, y + high];
    const isWhole = box[0] >= free[0] && box[2] <= free[2] && box[1] >= free[1] && box[3] <= free[3];
    return isWhole ? [{ name, box }] : [];
  });
  const own = boxed.filter(({ name }) => !name.isForeign);
  const placed: typeof boxed = [];
  const inOrder = (own.length > 0 ? own : boxed).toSorted(
    ({ name: a }, { name: b }) => a.rank - b.rank || b.weight - a.weight,
  );
  for (const one of inOrder) {
    if (placed.length === NAMES_MAX) break;
    const [left, top, right, bottom] = one.box;
    const around: Bounds = [left - LINE_GAP, top - LINE_GAP, right + LINE_GAP, bottom + LINE_GAP];
    if (placed.some(({ box }) => meet(box, one.box, GAP))) continue;
    if (paths.some((path) => meetsLine(around, path))) continue;
    placed.push(one);
  }
  return placed.map(({ name }) => name);
}
