/** What a band measures; the indices need it. */
const BAND_ROLES = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
export type BandRole = (typeof BAND_ROLES)[number];

/** Other names of the roles: STAC's common names and common spellings. */
const ALIASES: Readonly<Record<string, BandRole>> = {
  nir08: 'nir',
  nearinfrared: 'nir',
  swir16: 'swir1',
  swir22: 'swir2',
};

/** What a band of this name measures; null for an unknown name. Ignores case, spaces and punctuation. */
export function roleOf(name: string): BandRole | null {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return BAND_ROLES.find((role) => role === plain) ?? ALIASES[plain] ?? null;
}

/** Index of the first band with this role, from 0; -1 if there is none. */
export function placeOfRole(names: readonly string[], role: BandRole): number {
  return names.findIndex((name) => roleOf(name) === role);
}
