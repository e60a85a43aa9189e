import type { Footprint } from '../../../contract/search.ts';
import { memoBy } from '../../../src/geo/memo.ts';
import { Cql2Error } from '../cql2/cql2.ts';
import type { Property } from './properties.ts';
import type { Place } from './spatial.ts';

/** The functions of CQL2 that this API has of its own (docs/stac.md), as /functions describes them. */
export const FUNCTIONS = {
  aoi_share: {
    description: 'Percent of an area that the footprint covers, 0 to 100, by area on the ellipsoid.',
    arguments: [
      { title: 'geometry', description: 'The property geometry.', type: ['geometry'] },
      { title: 'area', description: 'A Polygon, a MultiPolygon or a BBOX.', type: ['geometry'] },
    ],
  },
  aoi_clear: {
    description:
      'Percent of what the footprint covers of an area that no cloud hides, 0 to 100 in tenths; null where it is not known.',
    arguments: [{ title: 'area', description: 'A Polygon, a MultiPolygon or a BBOX.', type: ['geometry'] }],
  },
} as const;

export type MeasureName = keyof typeof FUNCTIONS;
export const isMeasureName = (name: string): name is MeasureName => Object.hasOwn(FUNCTIONS, name);

/** A call of such a function: computed for each scene before the search, and joined to it as a column. */
export interface Measure {
  name: MeasureName;
  /** Cut at 180°. */
  area: Footprint;
  column: string;
  /** To sort by. */
  property: Property;
}

/** The column that says of a clear share whether it is estimated from the quicklook: 1. */
export const estimatedColumn = ({ column }: Pick<Measure, 'column'>): string => `${column}_estimated`;

/** Calls of one request over different areas: each is computed for every scene. */
const MEASURES_MAX = 4;

/** The value of a scene beside the area. */
export const BESIDE: Readonly<Record<MeasureName, string>> = {
  aoi_share: '0::float8',
  aoi_clear: 'null::float8',
};

/** The parts of a place as one area; they don't overlap. @throws Cql2Error if it has other parts */
function areaOf({ areas, lines, points }: Place): Footprint {
  if (areas.length === 0 || lines.length > 0 || points.length > 0)
    throw new Cql2Error('aoi_share and aoi_clear take a Polygon, a MultiPolygon or a BBOX');
  if (areas.length === 1) return areas[0]!;
  const polygons = areas.flatMap(({ type, coordinates }) =>
    type === 'Polygon' ? [coordinates] : coordinates,
  );
  return { type: 'MultiPolygon', coordinates: polygons as number[][][][] };
}

const textOf = memoBy(({ areas }: Place) => JSON.stringify(areas));

/** The different calls of a request's filters and sort keys. */
export class Measures {
  readonly #found = new Map<string, Measure>();
  readonly #areas = new Map<string, Footprint>();

  /** The call of a function over an area. @throws Cql2Error if there are too many, or the place is no area */
  of(name: MeasureName, place: Place): Measure {
    const text = textOf(place);
    const key = `${name} ${text}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size === MEASURES_MAX)
      throw new Cql2Error(`the functions are called over more than ${MEASURES_MAX} different areas`);
    const column = `measured_${this.#found.size}`;
    const { description } = FUNCTIONS[name];
    const property: Property = {
      kind: 'number',
      sql: `coalesce(${column}, ${BESIDE[name]})`,
      isNullable: name === 'aoi_clear',
      schema: { description, type: 'number' },
    };
    const area = this.#areas.get(text) ?? areaOf(place);
    this.#areas.set(text, area);
    const measure = { name, area, column, property };
    this.#found.set(key, measure);
    return measure;
  }

  /** In the order in which they were found. */
  get all(): readonly Measure[] {
    return [...this.#found.values()];
  }
}
