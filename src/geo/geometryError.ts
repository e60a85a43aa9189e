/**
 * The errors of a geometry; the code is the key of the message (law 4).
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
 * | tooSmall | least: the smallest area, m² |
 * | poleUnclear | none: a ring goes around the globe, which side of it is meant is unclear |
 * | edgeUnclear | none: an edge is wider than 180°, which way round the globe it goes is unclear |
 *
 * Errors of files are FileErrorCode.
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
  | 'tooWide'
  | 'tooSmall'
  | 'poleUnclear'
  | 'edgeUnclear';

/**
 * The errors of a geometry file (§8 File alerts; decision 23 for those that the specification only logs).
 *
 * | code | params |
 * |---|---|
 * | geometryType, geojsonType | type |
 * | singleFeature | count: the features found |
 * | formatUnknown | name: of the file |
 * | linkOnly | name: where the file's first link leads |
 * | tooLarge | maxMb: the limit, MiB |
 * | tooManyEntries | max |
 * | zipMethod | method: the number of the compression method |
 * | projection | name: of the coordinate system |
 * | notWgs84 | lon, lat: the first position out of range, as in the file |
 * | notDegrees | lon, lat: the same, where the file says that they are degrees |
 * | degreesInSystem | name: of the projected system, whose coordinates look like degrees |
 */
export const FILE_ERROR_CODES = [
  'geometryType',
  'singleFeature',
  'geojsonType',
  'noShp',
  'noKml',
  'formatUnknown',
  'unreadable',
  'tooSlow',
  'truncated',
  'empty',
  'tooLarge',
  'tooDeep',
  'tooManyEntries',
  'doctype',
  'encrypted',
  'zipMethod',
  'noArea',
  'linkOnly',
  'projection',
  'notWgs84',
  'notDegrees',
  'degreesInSystem',
] as const;
export type FileErrorCode = (typeof FILE_ERROR_CODES)[number];

const FILE_CODES: ReadonlySet<string> = new Set(FILE_ERROR_CODES);

/** Whether an error is one of files only. */
export const isFileErrorCode = (code: GeometryErrorCode | FileErrorCode): code is FileErrorCode =>
  FILE_CODES.has(code);

/** The one error class of src/geo: a code and its parameters, no text for users. */
export class GeometryError extends Error {
  readonly code: GeometryErrorCode | FileErrorCode;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: GeometryErrorCode | FileErrorCode, params: Record<string, string | number> = {}) {
    super(code);
    this.name = 'GeometryError';
    this.code = code;
    this.params = params;
  }

  /** The key of its message in the language files. */
  get key(): string {
    return `errors.${isFileErrorCode(this.code) ? 'file' : 'geometry'}.${this.code}`;
  }
}

/** What is made of an area; null where it is not valid. @throws any error that is not a GeometryError */
export function nullIfInvalid<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof GeometryError) return null;
    throw error;
  }
}
