import { COAST_ZOOM, landOfTile, type TileRings } from './coastTiles.ts';
import type { Places } from './places.ts';

/** Tile units along a side of a tile (scripts/outline/tileGrid.ts), and of the world. */
const EXTENT = 8192;
const WORLD = 2 ** COAST_ZOOM * EXTENT;
/** Circumference of the Mercator sphere, km. */
const AROUND_KM = 2 * Math.PI * 6378.137;
const KM_PER_UNIT = AROUND_KM / WORLD;
/** Tile units between two nodes of the distance grid, and cells along a side of a block. */
const CELL = 4;
const BLOCK = 256;
const NODES = BLOCK + 1;
/** Beyond this distance, cells, the distance is not counted. */
const REACH = 10;

/** Largest distance from the coast that is counted, Mercator km. */
export const COAST_REACH_KM = REACH * CELL * KM_PER_UNIT;

/** Lowers the distances of the nodes near an edge; all in cells of the block. */
function nearEdge(squared: Float32Array, ax: number, ay: number, bx: number, by: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy || 1;
  const firstX = Math.max(0, Math.ceil(Math.min(ax, bx) - REACH));
  const lastX = Math.min(BLOCK, Math.floor(Math.max(ax, bx) + REACH));
  const firstY = Math.max(0, Math.ceil(Math.min(ay, by) - REACH));
  const lastY = Math.min(BLOCK, Math.floor(Math.max(ay, by) + REACH));
  for (let y = firstY; y <= lastY; y++)
    for (let x = firstX; x <= lastX; x++) {
      const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
      const [ex, ey] = [x - ax - along * dx, y - ay - along * dy];
      const at = y * NODES + x;
      squared[at] = Math.min(squared[at]!, ex * ex + ey * ey);
    }
}

/** Signed distances of a block's nodes to the coast, in cells: positive on land. */
function distancesOf(rings: TileRings, left: number, top: number): Float32Array {
  const squared = new Float32Array(NODES * NODES).fill(REACH * REACH);
  const crossings: number[][] = Array.from({ length: NODES }, () => []);
  for (const ring of rings)
    for (let i = 2; i < ring.length; i += 2) {
      const [ax, ay] = [(ring[i - 2]! - left) / CELL, (ring[i - 1]! - top) / CELL];
      const [bx, by] = [(ring[i]! - left) / CELL, (ring[i + 1]! - top) / CELL];
      const [low, high] = [Math.min(ay, by), Math.max(ay, by)];
      if (high < -REACH || low > BLOCK + REACH) continue;
      // nodes are tested just below their row, so that no vertex is on it
      const last = Math.min(BLOCK, Math.ceil(high - 0.003) - 1);
      for (let y = Math.max(0, Math.ceil(low - 0.003)); y <= last; y++)
        crossings[y]!.push(ax + ((y + 0.003 - ay) / (by - ay)) * (bx - ax));
      if (Math.max(ax, bx) >= -REACH && Math.min(ax, bx) <= BLOCK + REACH) nearEdge(squared, ax, ay, bx, by);
    }
  for (let y = 0; y < NODES; y++) {
    const row = crossings[y]!.sort((a, b) => a - b);
    let [inside, next] = [0, 0];
    for (let x = 0, at = y * NODES; x < NODES; x++, at++) {
      while (next < row.length && row[next]! <= x) {
        inside ^= 1;
        next++;
      }
      squared[at] = Math.sqrt(squared[at]!) * (inside === 1 ? 1 : -1);
    }
  }
  return squared;
}

const blocks = new Map<number, Float32Array>();
const BLOCKS_MAX = 24;
const ACROSS = WORLD / (BLOCK * CELL);

function blockAt(column: number, row: number): Float32Array {
  const key = row * ACROSS + column;
  const known = blocks.get(key);
  if (known) return known;
  const [left, top] = [column * BLOCK * CELL, row * BLOCK * CELL];
  const [x, y] = [Math.floor(left / EXTENT), Math.floor(top / EXTENT)];
  const made = distancesOf(landOfTile(x, y), left - x * EXTENT, top - y * EXTENT);
  if (blocks.size >= BLOCKS_MAX) blocks.clear();
  blocks.set(key, made);
  return made;
}

/** Places between two that are looked at to find out whether there is a coast at all. */
const APART = 16;

/** Fills the distances if all places are far from the coast, on the same side of it. */
function isUniform({ width, height, x, y, ...rest }: Places, distances: Float32Array): boolean {
  if (APART * rest.pixel > COAST_REACH_KM / 2) return false;
  const across = Math.ceil((width - 1) / APART) + 1;
  const sparse = across * (Math.ceil((height - 1) / APART) + 1);
  const at = (n: number): number =>
    Math.min(height - 1, Math.floor(n / across) * APART) * width + Math.min(width - 1, (n % across) * APART);
  const seen = coastDistances({
    ...rest,
    width: sparse,
    height: 1,
    count: sparse,
    x: Float64Array.from({ length: sparse }, (_, n) => x[at(n)]!),
    y: Float64Array.from({ length: sparse }, (_, n) => y[at(n)]!),
  });
  const [first = 0] = seen;
  if (!seen.every((one) => one === first && Math.abs(one) > COAST_REACH_KM * 0.99)) return false;
  distances.fill(first);
  return true;
}

/** The distance of each place to the coast, Mercator km, at most COAST_REACH_KM: positive on land. */
export function coastDistances(places: Places): Float32Array {
  const { x, y, count } = places;
  const distances = new Float32Array(count);
  if (count > 4096 && isUniform(places, distances)) return distances;
  let [column, row] = [-1, -1];
  let block: Float32Array = new Float32Array();
  for (let at = 0; at < count; at++) {
    const across = (((x[at]! / AROUND_KM + 0.5) % 1) + 1) % 1;
    const cx = (across * WORLD) / CELL;
    const cy = Math.min(WORLD / CELL - 1e-6, Math.max(0, ((y[at]! / AROUND_KM + 0.5) * WORLD) / CELL));
    const blockX = Math.floor(cx / BLOCK);
    const blockY = Math.floor(cy / BLOCK);
    if (blockX !== column || blockY !== row) {
      [column, row] = [blockX, blockY];
      block = blockAt(column, row);
    }
    const px = cx - column * BLOCK;
    const py = cy - row * BLOCK;
    const left = Math.floor(px);
    const top = Math.floor(py);
    const u = px - left;
    const v = py - top;
    const node = top * NODES + left;
    const upper = block[node]! + (block[node + 1]! - block[node]!) * u;
    const lower = block[node + NODES]! + (block[node + NODES + 1]! - block[node + NODES]!) * u;
    distances[at] = (upper + (lower - upper) * v) * CELL * KM_PER_UNIT;
  }
  return distances;
}
