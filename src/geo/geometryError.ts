/**
 * What can be wrong with a geometry; the code is the key of the message (architecture, law 5).
 *
 * | code | params |
 * |---|---|
 * | wktIncorrect | line, column (from 1), cause (see WktCause) |
 * | typeIncorrect | type, allowed (joined by ', ') |
 * | coordinatesInvalid | where known: lon, lat |
 * | inputInvalid | field |
 * | ringOpen, tooFewPoints, zeroArea | ring (from 1, counted through all rings) |
 * | selfCrossing, holeOutside, partsOverlap | lon, lat: the place, degrees |
 * | tooManyVertices | vertices, max |
 * | tooWide | widthDegrees |
 */
export type GeometryErrorCode =
  | 'wktIncorrect'
  | 'typeIncorrect'
  | 'coordinatesInvalid'
  | 'inputInvalid'
  | 'ringOpen'
  | 'tooFewPoints'
  | 'zeroArea'
  | 'selfCrossing'
  | 'holeOutside'
  | 'partsOverlap'
  | 'tooManyVertices'
  | 'tooWide';

/** The one error class of src/geo: a code and its parameters, no text for users. */
export class GeometryError extends Error {
  readonly code: GeometryErrorCode;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: GeometryErrorCode, params: Record<string, string | number> = {}) {
    super(code);
    this.name = 'GeometryError';
    this.code = code;
    this.params = params;
  }
}
