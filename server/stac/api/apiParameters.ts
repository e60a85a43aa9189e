import { LIMIT } from '../requests/searchRequest.ts';

type Json = Record<string, unknown>;

/** JSON schema of a text. */
export const text = { type: 'string' };
const numbers = { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 };
const texts = { type: 'array', items: text };

/** Each parameter: its meaning, its schema in an address, and its schema in a body. */
export const PARAMETER: Record<string, { description: string; schema: Json; inBody?: Json }> = {
  limit: {
    description: `Items of a page, at most ${LIMIT.max}.`,
    schema: { type: 'integer', minimum: 1, default: LIMIT.default },
  },
  bbox: { description: 'West, south, east, north in degrees; heights are ignored.', schema: numbers },
  datetime: {
    description: 'An RFC 3339 date and time, or two of them with a slash between; .. is an open end.',
    schema: text,
  },
  intersects: {
    description: 'A GeoJSON geometry; not together with bbox.',
    schema: text,
    inBody: { type: 'object' },
  },
  ids: { description: 'Ids of Items.', schema: texts },
  collections: { description: 'Ids of Collections.', schema: texts },
  sortby: {
    description: 'Properties to sort by, and functions of /functions; a minus before one means descending.',
    schema: { ...texts, examples: [['-datetime', 'eo:cloud_cover']] },
    inBody: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: text, direction: { enum: ['asc', 'desc'] } },
        required: ['field', 'direction'],
      },
    },
  },
  query: {
    description:
      'Conditions of the Query extension: properties with eq, neq, lt, lte, gt, gte, startsWith, endsWith, contains, in.',
    schema: text,
    inBody: { type: 'object' },
  },
  filter: {
    description:
      'A filter in CQL2; its properties are listed by /queryables, further functions by /functions.',
    schema: { ...text, examples: ["eo:cloud_cover < 10 AND platform LIKE 'sv%'"] },
    inBody: { type: ['object', 'boolean', 'string'] },
  },
  'filter-lang': { description: 'Language of the filter.', schema: { enum: ['cql2-text', 'cql2-json'] } },
  'filter-crs': {
    description: 'Coordinate system of the filter.',
    schema: { const: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' },
  },
  q: { description: 'Terms; one of them is in a text.', schema: texts },
  fields: {
    description: 'Fields of the Items; a minus before one leaves it out.',
    schema: texts,
    inBody: { type: 'object', properties: { include: texts, exclude: texts } },
  },
  token: { description: 'The page, from a next or prev link.', schema: text },
  aggregations: { description: 'Names that /aggregations lists.', schema: texts },
};
