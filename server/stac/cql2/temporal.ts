import { dayOf } from '../requests/instants.ts';
import { Cql2Error, type Cql2 } from './cql2.ts';
import { instantSql, isRecord, operandOf, type Compiling } from './operands.ts';

/** A span of time in SQL; an instant begins and ends at once. */
interface Span {
  from: string;
  to: string;
}

/** The relations of two spans (OGC 21-065r2 §7.8, after Allen), `a` being the first argument. */
const RELATIONS: Readonly<Record<string, (a: Span, b: Span) => string>> = {
  t_after: (a, b) => `${a.from} > ${b.to}`,
  t_before: (a, b) => `${a.to} < ${b.from}`,
  t_contains: (a, b) => `${a.from} < ${b.from} and ${a.to} > ${b.to}`,
  t_disjoint: (a, b) => `${a.from} > ${b.to} or ${a.to} < ${b.from}`,
  t_during: (a, b) => `${a.from} > ${b.from} and ${a.to} < ${b.to}`,
  t_equals: (a, b) => `${a.from} = ${b.from} and ${a.to} = ${b.to}`,
  t_finishedBy: (a, b) => `${a.from} < ${b.from} and ${a.to} = ${b.to}`,
  t_finishes: (a, b) => `${a.from} > ${b.from} and ${a.to} = ${b.to}`,
  t_intersects: (a, b) => `${a.from} <= ${b.to} and ${a.to} >= ${b.from}`,
  t_meets: (a, b) => `${a.to} = ${b.from}`,
  t_metBy: (a, b) => `${a.from} = ${b.to}`,
  t_overlappedBy: (a, b) => `${a.from} > ${b.from} and ${a.from} < ${b.to} and ${a.to} > ${b.to}`,
  t_overlaps: (a, b) => `${a.from} < ${b.from} and ${a.to} > ${b.from} and ${a.to} < ${b.to}`,
  t_startedBy: (a, b) => `${a.from} = ${b.from} and ${a.to} > ${b.to}`,
  t_starts: (a, b) => `${a.from} = ${b.from} and ${a.to} < ${b.to}`,
};

export const TEMPORAL: ReadonlySet<string> = new Set(Object.keys(RELATIONS));

/** A temporal function as SQL. @throws Cql2Error if an argument is not a time */
export function temporalSql(op: string, args: readonly Cql2[], context: Compiling): string {
  const [a, b] = args.map((arg) => spanOf(arg, context));
  return RELATIONS[op]!(a!, b!);
}

/** A span whose ends are bound when a relation uses them: the database refuses a value that nothing uses. */
function spanOfEnds(end: (name: 'from' | 'to', context: Compiling) => string, context: Compiling): Span {
  const unbound = { ...context, bind: () => '$1' };
  for (const name of ['from', 'to'] as const) end(name, unbound);
  return {
    get from() {
      return end('from', context);
    },
    get to() {
      return end('to', context);
    },
  };
}

/** An end of a day. */
function endOfDay(day: Cql2 | undefined, end: 'from' | 'to', { bind }: Compiling): string {
  const from = instantSql(day, 'date', bind);
  return end === 'from' ? from : `(${from} + interval '1 day' - interval '1 microsecond')`;
}

/** A date is the whole day. */
function spanOf(json: Cql2, context: Compiling): Span {
  if (isRecord(json) && 'date' in json)
    return spanOfEnds((end, own) => endOfDay(json['date'], end, own), context);
  if (isRecord(json) && 'interval' in json) {
    const ends = json['interval'];
    if (!Array.isArray(ends) || ends.length !== 2) throw new Cql2Error('an interval has two ends');
    const [from, to] = ends as Cql2[];
    return spanOfEnds((end, own) => endOf(end === 'from' ? from! : to!, end, own), context);
  }
  const instant = (own: Compiling): string => {
    const { kind, sql } = operandOf(json, own);
    if (kind !== 'instant') throw new Cql2Error('a temporal function takes times and intervals');
    return sql;
  };
  return spanOfEnds((_, own) => instant(own), context);
}

function endOf(json: Cql2, end: 'from' | 'to', context: Compiling): string {
  if (json === '..') return end === 'from' ? `'-infinity'::timestamptz` : `'infinity'::timestamptz`;
  if (typeof json !== 'string') return spanOf(json, context)[end];
  return dayOf(json) === null ? instantSql(json, 'timestamp', context.bind) : endOfDay(json, end, context);
}
