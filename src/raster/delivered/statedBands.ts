import * as z from 'zod/mini';

const band = z.object({
  name: z.optional(z.string()),
  common_name: z.optional(z.string()),
  'eo:common_name': z.optional(z.string()),
});
const asset = z.object({ bands: z.optional(z.array(band)), 'eo:bands': z.optional(z.array(band)) });

/**
 * The names of an asset's bands as STAC 1.1 (bands) and 1.0 (eo:bands of the electro-optical extension) state them; empty
 * if they are not stated.
 */
export function statedBands(fields: unknown): string[] {
  const { data } = asset.safeParse(fields);
  return (data?.bands ?? data?.['eo:bands'] ?? []).map(
    (one) => one['eo:common_name'] ?? one.common_name ?? one.name ?? '',
  );
}
