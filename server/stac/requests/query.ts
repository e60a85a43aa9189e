import { propertyNamed } from '../queries/properties.ts';
import type { Cql2 } from '../cql2/cql2.ts';
import { invalid } from './stacError.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};
const PATTERNS: Readonly<Record<string, (text: string) => string>> = {
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
  contains: (text) => `%${text}%`,
};
const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** A value as the property's type: numbers may come as texts, because the extension has no types. */
function valueOf(value: unknown, kind: string): Cql2 {
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return value as Cql2;
}

function conditionOf(name: string, operator: string, value: unknown): Cql2 {
  const kind = propertyNamed(name)?.kind ?? '';
  const property = { property: name };
  if (Object.hasOwn(COMPARISONS, operator))
    return { op: COMPARISONS[operator]!, args: [property, valueOf(value, kind)] };
  if (operator === 'in' && Array.isArray(value))
    return { op: 'in', args: [property, value.map((one) => valueOf(one, kind))] };
  if (Object.hasOwn(PATTERNS, operator) && typeof value === 'string')
    return { op: 'like', args: [property, PATTERNS[operator]!(literally(value))] };
  throw invalid(`query: ${name.slice(0, 80)} has an unknown operator, or a value that doesn't fit it`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The Query extension's conditions as CQL2. @throws StacError 400 */
export function cql2OfQuery(query: unknown): Cql2 {
  if (!isRecord(query)) throw invalid('query must be an object of properties with operators');
  const conditions = Object.entries(query).flatMap(([name, operators]) => {
    if (!isRecord(operators)) throw invalid(`query: ${name.slice(0, 80)} must be an object of operators`);
    return Object.entries(operators).map(([operator, value]) => conditionOf(name, operator, value));
  });
  return conditions.length === 0
    ? true
    : conditions.length === 1
      ? conditions[0]!
      : { op: 'and', args: conditions };
}
