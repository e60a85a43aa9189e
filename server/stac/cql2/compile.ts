import { isStorable } from '../../base/storable.ts';
import type { Bind } from '../../search/scenes.place.ts';
import { joined, negated, sqlIs, type Predicate } from '../queries/predicate.ts';
import { isMeasureName, type Measures } from '../queries/measures.ts';
import { idIs, PROPERTIES, propertyNamed } from '../queries/properties.ts';
import { RELATIONS, turned, type Place } from '../queries/spatial.ts';
import { Cql2Error, DEPTH_MAX, type Cql2 } from './cql2.ts';
import { placeOfBbox, placeOfGeometry, type Extent } from './geometry.ts';
import { argsOf, isFootprint, isRecord, operandOf, scalarsOf, type Compiling } from './operands.ts';
import { TEMPORAL, temporalSql } from './temporal.ts';

/** Operators and literals of one filter. */
const NODES_MAX = 2_000;
/** Characters of a text that count as another node. */
const NODE_CHARACTERS = 64;
/** Nodes that a wildcard counts as: the database tries every place for each. */
const WILDCARD_NODES = 16;

/** How much of a filter's size a text is beyond its own node. */
const sizeOfText = (text: string): number =>
  Math.floor(text.length / NODE_CHARACTERS) + WILDCARD_NODES * (text.split('%').length - 1);

/** A filter whose size and geometries have been checked. */
export interface Filter {
  /** The condition, with its values bound to a statement. */
  compile(bind: Bind): Predicate;
}

/**
 * Checks a filter in CQL2 JSON (OGC 21-065r2).
 * @param extent of all geometries of the request
 * @param measures calls of this API's own functions; those of the filter are added
 * @throws Cql2Error naming the fault
 */
export async function filterOf(json: Cql2, extent: Extent, measures: Measures): Promise<Filter> {
  const places = await placesIn(json, extent);
  const context = { places, measures, scene: 'measured', onMeasure: () => undefined } as const;
  const compile = (bind: Bind) => predicateOf(json, { ...context, bind });
  // errors of types are the caller's, before the database is asked
  compile(() => '$1');
  return { compile };
}

const isGeometry = (value: object): boolean =>
  'type' in value && ('coordinates' in value || 'geometries' in value);

/** Counts the nodes of an expression, and reads its geometries: they are those of the literals. */
export async function placesIn(json: Cql2, extent: Extent): Promise<Map<object, Place>> {
  const places = new Map<object, Place>();
  const open: { node: Cql2; depth: number; isMeasured: boolean }[] = [
    { node: json, depth: 0, isMeasured: false },
  ];
  let nodes = 0;
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, depth } = one;
    nodes += 1 + (typeof node === 'string' ? sizeOfText(node) : 0);
    if (nodes > NODES_MAX) throw new Cql2Error(`the filter has more than ${NODES_MAX} parts`);
    // a level of text is two of JSON
    if (depth > 2 * DEPTH_MAX + 2) throw new Cql2Error('the filter is nested too deeply');
    if (typeof node !== 'object' || node === null) continue;
    const isMeasured =
      one.isMeasured || (isRecord(node) && typeof node['op'] === 'string' && isMeasureName(node['op']));
    if (isGeometry(node)) places.set(node, await placeOfGeometry(node, extent, isMeasured));
    else if (isRecord(node) && Array.isArray(node['bbox'])) places.set(node, placeOfBbox(node['bbox']));
    else
      for (const inner of Array.isArray(node) ? node : Object.values(node))
        open.push({ node: inner, depth: depth + 1, isMeasured });
  }
  return places;
}

const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** The spatial functions (OGC 21-065r2, class Spatial Functions) with their relations. */
const SPATIAL = new Map(
  [...RELATIONS, 'intersects' as const, 'disjoint' as const].map((relation) => [`s_${relation}`, relation]),
);
/** The relations that every footprint has to itself. */
const OF_ITSELF: ReadonlySet<string> = new Set(['contains', 'equals', 'intersects', 'within']);

function predicateOf(json: Cql2, context: Compiling): Predicate {
  if (typeof json === 'boolean') return sqlIs(json ? 'true' : 'false');
  if (!isRecord(json) || typeof json['op'] !== 'string')
    throw new Cql2Error('a filter is a comparison, or conditions that are joined by and, or and not');
  const { op } = json as { op: string };
  const args = argsOf(json);
  const count = (wanted: number) => {
    if (args.length !== wanted)
      throw new Cql2Error(`${op} takes ${wanted} argument${wanted === 1 ? '' : 's'}`);
  };
  if (op === 'and' || op === 'or') {
    if (args.length < 2) throw new Cql2Error(`${op} takes two arguments or more`);
    return joined(
      op,
      args.map((arg) => predicateOf(arg, context)),
    );
  }
  if (op === 'not') {
    count(1);
    return negated(predicateOf(args[0]!, context));
  }
  if (SPATIAL.has(op)) {
    count(2);
    return spatial(op, args, context);
  }
  if (TEMPORAL.has(op)) {
    count(2);
    return sqlIs(`(${temporalSql(op, args, context)})`);
  }
  return comparison(op, args, count, context);
}

/** A comparison. One with a function of this API's own differs for scenes beside the areas: for them it is often false, and no join is needed. */
function comparison(
  op: string,
  args: readonly Cql2[],
  count: (wanted: number) => void,
  context: Compiling,
): Predicate {
  let isMeasured = false;
  const onMeasure = () => {
    isMeasured = true;
  };
  comparisonSql(op, args, count, { ...context, onMeasure, bind: () => '$1' });
  if (!isMeasured) return sqlIs(`(${comparisonSql(op, args, count, context)})`);
  const of = (scene: Compiling['scene'], bind: Bind) =>
    comparisonSql(op, args, count, { ...context, scene, bind });
  return {
    op: 'measured',
    sql: (bind) =>
      `(measured_id is not null and (${of('measured', bind)}) or measured_id is null and (${of('beside', bind)}))`,
  };
}

const isOwnId = (arg: Cql2 | undefined): boolean =>
  isRecord(arg) && typeof arg['property'] === 'string' && propertyNamed(arg['property']) === PROPERTIES['id'];

/** The ids of a comparison of the Item's id with texts, which indexes find; null of another comparison. */
function ownIds(op: string, args: readonly Cql2[]): string[] | null {
  const [first, second] = args;
  const wanted =
    op === 'in' && isOwnId(first)
      ? second
      : op === '=' && isOwnId(first)
        ? [second]
        : op === '=' && isOwnId(second)
          ? [first]
          : null;
  const isTexts = Array.isArray(wanted) && args.length === 2 && wanted.length > 0;
  return isTexts && wanted.every((one) => typeof one === 'string' && isStorable(one))
    ? (wanted as string[])
    : null;
}

function comparisonSql(
  op: string,
  args: readonly Cql2[],
  count: (wanted: number) => void,
  context: Compiling,
): string {
  const ids = ownIds(op, args);
  if (ids !== null) return idIs(context.bind(ids));
  if (COMPARISONS.has(op)) {
    count(2);
    const [left, right] = scalarsOf(args, context);
    if (left!.kind === 'boolean' && op !== '=' && op !== '<>')
      throw new Cql2Error('truth values have no order');
    return `${left!.sql} ${op} ${right!.sql}`;
  }
  if (op === 'isNull') {
    count(1);
    const [arg] = args;
    return isFootprint(arg!) ? 'false' : `${operandOf(arg!, context).sql} is null`;
  }
  if (op === 'between') {
    // args of drafts of the standard had the limits in a list
    const [value, low, high] = args.flat() as Cql2[];
    if (low === undefined || high === undefined || args.flat().length !== 3)
      throw new Cql2Error('between takes a value and two limits');
    const [one, least, most] = scalarsOf([value!, low, high], context);
    if (one!.kind !== 'number' && one!.kind !== 'instant') throw new Cql2Error('between takes numbers');
    return `${one!.sql} between ${least!.sql} and ${most!.sql}`;
  }
  if (op === 'like') {
    count(2);
    const [value, pattern] = scalarsOf(args, context);
    if (value!.kind !== 'text') throw new Cql2Error('like takes texts');
    // a backslash at the end escapes nothing, and the database would refuse it
    if (typeof args[1] === 'string' && /(?<!\\)(?:\\\\)*\\$/.test(args[1]))
      throw new Cql2Error('a pattern may not end with a backslash');
    return `${value!.sql} like ${pattern!.sql}`;
  }
  if (op === 'in') {
    count(2);
    const list = args[1];
    if (!Array.isArray(list) || list.length === 0)
      throw new Cql2Error('in takes a value and a list of values');
    const [value, ...values] = scalarsOf([args[0]!, ...(list as Cql2[])], context);
    return `${value!.sql} in (${values.map(({ sql }) => sql).join(', ')})`;
  }
  throw new Cql2Error(
    `${op.slice(0, 40)} is not an operator of the conformance classes that this API declares`,
  );
}

function spatial(op: string, args: readonly Cql2[], { places }: Compiling): Predicate {
  const relation = SPATIAL.get(op)!;
  const [place] = args.flatMap((arg) => (isRecord(arg) ? (places.get(arg) ?? []) : []));
  const footprints = args.filter(isFootprint).length;
  if (footprints === 2) return sqlIs(OF_ITSELF.has(relation) ? 'true' : 'false');
  if (footprints !== 1 || !place) throw new Cql2Error(`${op} takes the property geometry and a geometry`);
  if (relation === 'disjoint') return negated({ op: 'place', place, relation: 'intersects' });
  if (relation === 'intersects') return { op: 'place', place, relation };
  if (args.some((arg) => isRecord(arg) && arg['type'] === 'GeometryCollection'))
    throw new Cql2Error(`${op} takes points, lines or areas, and no collection of different ones`);
  return { op: 'place', place, relation: isFootprint(args[0]!) ? relation : turned(relation) };
}
