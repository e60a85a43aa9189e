import * as z from 'zod/mini';

/** Length of the text of a place search, characters. */
export const PLACE_QUERY = { min: 2, max: 64 } as const;
export const PLACES_MAX = 8;

export const placesQuery = z.object({
  q: z.string().check(z.trim(), z.minLength(PLACE_QUERY.min), z.maxLength(PLACE_QUERY.max)),
});

const degrees = (most: number) => z.coerce.number().check(z.gte(-most), z.lte(most));
/** An area by its bounds, degrees; east is less than west if it crosses 180°. */
export const placeOfAreaQuery = z.object({
  west: degrees(180),
  south: degrees(90),
  east: degrees(180),
  north: degrees(90),
});

/**
 * A place of the gazetteer. bbox is [west, south, east, north] in degrees; east is less than west if it
 * crosses 180°. Places of kind `coordinates` exist only in the client, for entered coordinates.
 */
export const place = z.object({
  kind: z.enum(['country', 'region', 'city', 'district', 'airport', 'port', 'coordinates']),
  name: z.string(),
  /** State or province; null if there is none. */
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type Place = z.infer<typeof place>;

/** Bounds around a point, cut at the poles and at 180°; all in degrees. */
export const boundsAround = (latitude: number, longitude: number, half: number): Place['bbox'] => [
  Math.max(-180, longitude - half),
  Math.max(-90, latitude - half),
  Math.min(180, longitude + half),
  Math.min(90, latitude + half),
];

/** Half the size of the view around coordinates, degrees: about 5 km at the equator. */
const AROUND = 0.045;

/** The place of coordinates in degrees, under the name that was typed. */
export const placeOfPoint = (name: string, latitude: number, longitude: number): Place => ({
  kind: 'coordinates',
  name,
  region: null,
  country: null,
  bbox: boundsAround(latitude, longitude, AROUND),
});
