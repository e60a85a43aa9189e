/** Credits per km² by resolution, metres: halving the pixel width doubles them. */
export const EXPORT_CREDITS_PER_KM2 = { 2: 1, 1: 2, 0.5: 4 } as const;

/**
 * §5 Imagery export: the cost of an export in whole credits, rounded up, at least one.
 * @param areaKm2 the exported area, km²
 * @param resolution metres
 */
export function exportCredits(areaKm2: number, resolution: keyof typeof EXPORT_CREDITS_PER_KM2): number {
  return Math.max(1, Math.ceil(areaKm2 * EXPORT_CREDITS_PER_KM2[resolution] - 1e-9));
}
