/** What a band measures, as far as indices ask for it. */
export const BAND_ROLES = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
export type BandRole = (typeof BAND_ROLES)[number];

/** Other names of the same: STAC's common names, and what people write. */
const ALIASES: Readonly<Record<string, BandRole>> = {
  nir08: 'nir',
  nearinfrared: 'nir',
  swir16: 'swir1',
  swir22: 'swir2',
};

/** What a band of this name measures; null for a name that says nothing known. Case, spaces and signs do not count. */
export function roleOf(name: string): BandRole | null {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return BAND_ROLES.find((role) => role === plain) ?? ALIASES[plain] ?? null;
}

/** Place of the first band that measures this, counted from 0; -1 without one. */
export function placeOfRole(names: readonly string[], role: BandRole): number {
  return names.findIndex((name) => roleOf(name) === role);
}
