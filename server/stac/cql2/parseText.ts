import type { Cql2 } from './cql2.ts';
import { Tokens } from './tokens.ts';

type Reader = (tokens: Tokens) => Cql2;

function number(tokens: Tokens): number {
  const sign = tokens.skip('-') ? -1 : 1;
  if (sign === 1) tokens.skip('+');
  if (tokens.next.kind !== 'number') tokens.fail('expected a number');
  return sign * Number(tokens.take().text);
}

/** Two or three numbers. */
function position(tokens: Tokens): Cql2 {
  const values = [number(tokens), number(tokens)];
  if (!tokens.isMark(',') && !tokens.isMark(')')) values.push(number(tokens));
  return values;
}

/** A list in parentheses. */
const listOf =
  (read: Reader): Reader =>
  (tokens) => {
    tokens.expect('(');
    const values: Cql2[] = [];
    do values.push(read(tokens));
    while (tokens.skip(','));
    tokens.expect(')');
    return values;
  };

/** A position in parentheses; in a MULTIPOINT they may be missing. */
const point: Reader = (tokens) => {
  if (!tokens.skip('(')) return position(tokens);
  const value = position(tokens);
  tokens.expect(')');
  return value;
};

const line = listOf(position);
const rings = listOf(line);

const SHAPES: Readonly<Record<string, readonly [type: string, read: Reader]>> = {
  point: ['Point', point],
  linestring: ['LineString', line],
  polygon: ['Polygon', rings],
  multipoint: ['MultiPoint', listOf(point)],
  multilinestring: ['MultiLineString', rings],
  multipolygon: ['MultiPolygon', listOf(rings)],
};

/**
 * A spatial literal of CQL2 text (annex B: WKT, or BBOX) as GeoJSON or `{bbox}`.
 * @returns null if the next word is another one
 */
function parseGeometry(tokens: Tokens): Cql2 | null {
  const word = tokens.next.text.toLowerCase();
  const { second } = tokens;
  const isZ = second.kind === 'word' && second.text.toLowerCase() === 'z';
  if (tokens.next.kind !== 'word' || !(isZ || (second.kind === 'mark' && second.text === '('))) return null;
  if (word === 'bbox') {
    tokens.take();
    return { bbox: listOf(number)(tokens) };
  }
  const shape = Object.hasOwn(SHAPES, word) ? SHAPES[word] : undefined;
  if (word !== 'geometrycollection' && !shape) return null;
  tokens.take();
  if (isZ) tokens.take();
  if (shape) return { type: shape[0], coordinates: shape[1](tokens) };
  const member: Reader = () => parseGeometry(tokens) ?? tokens.fail('expected a geometry');
  return { type: 'GeometryCollection', geometries: tokens.nested(() => listOf(member)(tokens)) };
}

const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=']);
/** Words that are never properties unless quoted. */
const RESERVED = new Set(
  'and or not like between in is null true false div casei accenti date timestamp interval'.split(' '),
);

/**
 * CQL2 text as CQL2 JSON (OGC 21-065r2, annex B).
 * @throws Cql2Error with the place of the fault
 */
export function parseText(text: string): Cql2 {
  const tokens = new Tokens(text);
  const value = disjunction(tokens);
  if (tokens.next.kind !== 'end') tokens.fail('unexpected text');
  return value;
}

function disjunction(tokens: Tokens): Cql2 {
  const args = [conjunction(tokens)];
  while (tokens.skip('or')) args.push(conjunction(tokens));
  return args.length === 1 ? args[0]! : { op: 'or', args };
}

function conjunction(tokens: Tokens): Cql2 {
  const args = [negation(tokens)];
  while (tokens.skip('and')) args.push(negation(tokens));
  return args.length === 1 ? args[0]! : { op: 'and', args };
}

function negation(tokens: Tokens): Cql2 {
  if (!tokens.skip('not')) return predicate(tokens);
  return { op: 'not', args: [tokens.nested(() => negation(tokens))] };
}

function predicate(tokens: Tokens): Cql2 {
  const left = sum(tokens);
  const { kind, text } = tokens.next;
  if (kind === 'mark' && COMPARISONS.has(text)) {
    tokens.take();
    return { op: text, args: [left, sum(tokens)] };
  }
  if (tokens.skip('is')) {
    const isNot = tokens.skip('not');
    tokens.expect('null');
    return negated(isNot, { op: 'isNull', args: [left] });
  }
  const isNot = tokens.isWord('not');
  if (isNot) tokens.take();
  if (tokens.skip('like')) return negated(isNot, { op: 'like', args: [left, sum(tokens)] });
  if (tokens.skip('between')) {
    const low = sum(tokens);
    tokens.expect('and');
    return negated(isNot, { op: 'between', args: [left, low, sum(tokens)] });
  }
  if (tokens.skip('in')) {
    tokens.expect('(');
    return negated(isNot, { op: 'in', args: [left, listUpTo(tokens, () => disjunction(tokens))] });
  }
  if (isNot) tokens.fail('expected LIKE, BETWEEN or IN');
  return left;
}

const negated = (isNot: boolean, value: Cql2): Cql2 => (isNot ? { op: 'not', args: [value] } : value);

/** Values with commas between up to a closing parenthesis, which is taken. */
function listUpTo(tokens: Tokens, read: () => Cql2): Cql2[] {
  const values: Cql2[] = [];
  if (tokens.skip(')')) return values;
  do values.push(tokens.nested(read));
  while (tokens.skip(','));
  tokens.expect(')');
  return values;
}

/** A chain of left-associative operators. */
function chain(tokens: Tokens, operators: readonly string[], read: () => Cql2): Cql2 {
  let value = read();
  for (;;) {
    const op = operators.find((one) => tokens.skip(one));
    if (op === undefined) return value;
    value = { op, args: [value, read()] };
  }
}

const sum = (tokens: Tokens): Cql2 => chain(tokens, ['+', '-'], () => product(tokens));
const product = (tokens: Tokens): Cql2 => chain(tokens, ['*', '/', '%', 'div'], () => power(tokens));
const power = (tokens: Tokens): Cql2 => chain(tokens, ['^'], () => operand(tokens));

function operand(tokens: Tokens): Cql2 {
  const { kind, text } = tokens.next;
  if (kind === 'mark' && (text === '-' || text === '+') && tokens.second.kind === 'number') {
    tokens.take();
    return (text === '-' ? -1 : 1) * Number(tokens.take().text);
  }
  if (tokens.skip('(')) {
    const value = tokens.nested(() => disjunction(tokens));
    tokens.expect(')');
    return value;
  }
  if (kind === 'number') return Number(tokens.take().text);
  if (kind === 'string') return tokens.take().text;
  if (kind === 'name') return { property: tokens.take().text };
  if (kind !== 'word') return tokens.fail('expected a value');
  const isCall = tokens.second.kind === 'mark' && tokens.second.text === '(';
  if (isCall && !/^(?:and|or|not|in)$/i.test(text)) return call(tokens);
  const geometry = parseGeometry(tokens);
  if (geometry !== null) return geometry;
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') {
    tokens.take();
    return word === 'true';
  }
  if (RESERVED.has(word)) tokens.fail('expected a value');
  return { property: tokens.take().text };
}

/** Names of functions in JSON: those of annex B have upper case in text, e.g. T_FINISHEDBY. */
const IN_JSON: Readonly<Record<string, string>> = {
  t_finishedby: 't_finishedBy',
  t_metby: 't_metBy',
  t_overlappedby: 't_overlappedBy',
  t_startedby: 't_startedBy',
  a_containedby: 'a_containedBy',
};

function call(tokens: Tokens): Cql2 {
  const geometry = parseGeometry(tokens);
  if (geometry !== null) return geometry;
  const name = tokens.take().text;
  const lower = name.toLowerCase();
  tokens.expect('(');
  const args = listUpTo(tokens, () => disjunction(tokens));
  const [first] = args;
  if (lower === 'date' || lower === 'timestamp') {
    if (typeof first !== 'string' || args.length !== 1) tokens.fail(`${name} takes a text`);
    return { [lower]: first };
  }
  if (lower === 'interval') return { interval: args };
  const isKnown = /^(?:[sta]_\w+|aoi_\w+|casei|accenti)$/.test(lower);
  return { op: isKnown ? (IN_JSON[lower] ?? lower) : name, args };
}
