/** The valid value nearest to a typed number: in range, on a step from min, without rounding errors. */
export function valueWithin(typed: number, min: number, max: number, step: number): number {
  const held = Math.min(max, Math.max(min, typed));
  const onStep = min + Math.round((held - min) / step + 1e-9) * step;
  return Number(Math.min(max, onStep).toFixed(6));
}
