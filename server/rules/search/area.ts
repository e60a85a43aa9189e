import { aoiOf } from '../../../src/geo/aoi.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { Refusal } from '../../http/refusal.ts';

/** Geometry errors with their own message in the specification (§5). */
const SPECIFIED = ['wktIncorrect', 'typeIncorrect', 'coordinatesInvalid'] as const;

/**
 * The area of a WKT text, with the same checks as in the client.
 * @throws Refusal geometry.* if it is not a valid area
 */
export function aoiOfWkt(wkt: string): Aoi {
  try {
    return aoiOf(readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']));
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    const code = SPECIFIED.find((one) => one === error.code) ?? 'inputInvalid';
    throw new Refusal(
      `geometry.${code}`,
      code === 'typeIncorrect' ? { allowed: error.params['allowed'] ?? '' } : {},
    );
  }
}
