import type { Aoi } from '../../geo/aoi.ts';

/** What a name is made of, the place first; absent parts are left out. */
export type NameParts = readonly (string | null | undefined)[];

/** A name that a form offers, e.g. “Tuas SV-2 03 2026-11-14”. If it is too long, the place is shortened. */
export function offeredName([place, ...others]: NameParts, max: number): string {
  const rest = others.filter(Boolean).join(' ');
  const room = Math.max(0, max - (rest === '' ? 0 : rest.length + 1));
  return [(place ?? '').slice(0, room).trim(), rest].filter(Boolean).join(' ').slice(0, max).trim();
}

/** Where there is no known place: the middle of the AOI, latitude and longitude in degrees. */
export function middleOf({ bbox: [west, south, east, north] }: Aoi): string {
  return `${((south + north) / 2).toFixed(2)}, ${((west + east) / 2).toFixed(2)}`;
}

/** The one value that all have; null if they differ. */
export function common<T>(values: readonly T[]): T | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}
