const bits = new DataView(new ArrayBuffer(8));

/** A finite double as an exact integer: value × 2^1074. */
function exact(value: number): bigint {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return raw >> 63n === 1n ? -magnitude : magnitude;
}

/** Bound on the rounding error of the determinant below: Shewchuk 1997, "Adaptive precision", ccwerrboundA. */
const ERROR_BOUND = (3 + 16 * 2 ** -53) * 2 ** -53;

/**
 * Sign of the area of triangle abc: positive if counter-clockwise, 0 exactly if the points are collinear.
 * Uses floating point where rounding can't matter, otherwise exact integers.
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  if (Math.abs(determinant) > ERROR_BOUND * (Math.abs(left) + Math.abs(right))) return determinant;
  const [x, y] = [exact(cx), exact(cy)];
  const product = (exact(ax) - x) * (exact(by) - y) - (exact(ay) - y) * (exact(bx) - x);
  return product > 0n ? 1 : product < 0n ? -1 : 0;
}
