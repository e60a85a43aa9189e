import { FUNCTIONS } from '../queries/measures.ts';
import { PROPERTIES } from '../queries/properties.ts';
import { JSON_TYPE, link } from './links.ts';

const DRAFT = 'https://json-schema.org/draft/2019-09/schema';

/** The properties that filters know (OGC API Features part 3, §6): others are refused. */
export function queryables(address: string, title: string): Record<string, unknown> {
  const properties = Object.fromEntries(
    Object.entries(PROPERTIES).map(([name, { schema }]) => [name, schema]),
  );
  return {
    $schema: DRAFT,
    $id: address,
    type: 'object',
    title: `Queryables of ${title}`,
    properties,
    additionalProperties: false,
  };
}

/** The properties that Items are sorted by (Sort extension). */
export function sortables(address: string, title: string): Record<string, unknown> {
  const properties = Object.entries(PROPERTIES).filter(([, { kind }]) => kind !== 'geometry');
  return {
    $schema: DRAFT,
    $id: address,
    type: 'object',
    title: `Sortables of ${title}`,
    properties: Object.fromEntries(properties.map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
  };
}

/** The functions of CQL2 that this API has beside those of the standard's classes. */
export const functions = (address: string): Record<string, unknown> => ({
  functions: Object.entries(FUNCTIONS).map(([name, one]) => ({ name, ...one, returns: ['number'] })),
  links: [link('self', address, JSON_TYPE)],
});
