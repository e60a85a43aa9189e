import { aoiOf } from '../../../src/geo/aoi.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { Refusal } from '../../http/refusal.ts';

/** Errors of a geometry that have a sentence of their own in the specification (§5). */
const OWN_SENTENCES = ['wktIncorrect', 'typeIncorrect', 'coordinatesInvalid'] as const;

/**
 * The area that a WKT stands for, checked on this side too.
 * @throws Refusal with the catalogue's sentence
 */
export function aoiOfWkt(wkt: string): Aoi {
  try {
    return aoiOf(readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']));
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    throw new Refusal(OWN_SENTENCES.find((code) => code === error.code) ?? 'geometryInvalid');
  }
}
