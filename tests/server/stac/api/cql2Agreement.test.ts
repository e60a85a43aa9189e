import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Cql2 } from '../../../../server/stac/cql2/cql2.ts';
import { parseText } from '../../../../server/stac/cql2/parseText.ts';
import { suite } from '../../../suite.ts';

/** cql2-rs, an independent implementation in Rust, compiled to WebAssembly. */
interface OtherParser {
  parseText(text: string): { to_json(): string };
}
let other: OtherParser;

/** The package's own entry imports the WebAssembly file as a module, which Node 20 does not. */
beforeAll(async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('cql2-wasm/package.json'));
  const glue = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'cql2_wasm_bg.js')).href
  )) as OtherParser & Record<'__wbg_set_wasm', (exports: WebAssembly.Exports) => void>;
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'cql2_wasm_bg.wasm')), {
    './cql2_wasm_bg.js': glue as unknown as WebAssembly.ModuleImports,
  });
  glue['__wbg_set_wasm'](instance.exports);
  (instance.exports['__wbindgen_start'] as (() => void) | undefined)?.();
  other = glue;
});

/** A piece of CQL2: its text and its JSON, written here after OGC 21-065r2, annexes B and C. */
interface Piece {
  text: string;
  json: Cql2;
}
const piece = (text: string, json: Cql2): Piece => ({ text, json });

const property: fc.Arbitrary<Piece> = fc
  .constantFrom('gsd', 'eo:cloud_cover', 'view:off_nadir', 'platform', 'datetime', 'a.b')
  .map((name) => piece(/^\w+$/.test(name) ? name : `"${name}"`, { property: name }));
const numbers: fc.Arbitrary<Piece> = fc
  .oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 1, max: 9_999 }).map((n) => n / 100),
  )
  .map((value) => piece(String(value), value));
/** Without a quotation mark: the other parser keeps a doubled one doubled. */
const texts: fc.Arbitrary<Piece> = fc
  .stringMatching(/^[a-zA-Z0-9 _%é中.:-]{1,12}$/)
  .map((value) => piece(`'${value}'`, value));
const instants: fc.Arbitrary<Piece> = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .chain((date) => {
    const [day, instant] = [date.toISOString().slice(0, 10), `${date.toISOString().slice(0, 19)}Z`];
    return fc.constantFrom(
      piece(`DATE('${day}')`, { date: day }),
      piece(`TIMESTAMP('${instant}')`, { timestamp: instant }),
    );
  });
const intervals: fc.Arbitrary<Piece> = fc
  .tuple(fc.integer({ min: 2000, max: 2029 }), fc.constantFrom('..', 'end'))
  .map(([year, open]) => {
    const [from, to] = [`${year}-01-01`, open === '..' ? '..' : `${year + 1}-06-30`];
    return piece(`INTERVAL('${from}', '${to}')`, { interval: [from, to] });
  });
const position = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -90, max: 90 }));
const points = (list: readonly (readonly [number, number])[]) => list.map((one) => one.join(' ')).join(', ');
const geometries: fc.Arbitrary<Piece> = fc.oneof(
  position.map((at) => piece(`POINT(${at.join(' ')})`, { type: 'Point', coordinates: at })),
  fc
    .array(position, { minLength: 2, maxLength: 4 })
    .map((line) => piece(`LINESTRING(${points(line)})`, { type: 'LineString', coordinates: line })),
  fc.array(position, { minLength: 3, maxLength: 5 }).map((line) => {
    const ring = [...line, line[0]!];
    return piece(`POLYGON((${points(ring)}))`, { type: 'Polygon', coordinates: [ring] });
  }),
  fc.array(position, { minLength: 1, maxLength: 3 }).map((all) =>
    piece(`MULTIPOINT(${all.map((at) => `(${at.join(' ')})`).join(', ')})`, {
      type: 'MultiPoint',
      coordinates: all,
    }),
  ),
);

const called = (op: string, args: readonly Piece[], name = op.toUpperCase()): Piece =>
  piece(`${name}(${args.map(({ text }) => text).join(', ')})`, { op, args: args.map(({ json }) => json) });
const infix = (op: string, left: Piece, right: Piece): Piece =>
  piece(`${left.text} ${op} ${right.text}`, { op, args: [left.json, right.json] });
const inBrackets = ({ text, json }: Piece): Piece => piece(`(${text})`, json);
const negated = ({ text, json }: Piece): Piece => piece(text, { op: 'not', args: [json] });

/** Arithmetic; every operation within another in brackets. */
const { sums } = fc.letrec<{ sums: Piece; terms: Piece }>((tie) => ({
  terms: fc.oneof({ maxDepth: 2 }, property, numbers, tie('sums').map(inBrackets)),
  sums: fc
    .tuple(fc.constantFrom('+', '-', '*', '/', '%', 'div', '^'), tie('terms'), tie('terms'))
    .map(([op, left, right]) => infix(op, left, right)),
}));
const scalars = fc.oneof(property, numbers, texts, sums.map(inBrackets));

const SPATIAL = ['intersects', 'equals', 'disjoint', 'touches', 'within', 'overlaps', 'crosses', 'contains'];
const TEMPORAL = [
  'after',
  'before',
  'contains',
  'disjoint',
  'during',
  'equals',
  'finishedBy',
  'finishes',
  'intersects',
  'meets',
  'metBy',
  'overlappedBy',
  'overlaps',
  'startedBy',
  'starts',
];

const predicates: fc.Arbitrary<Piece> = fc.oneof(
  fc
    .tuple(fc.constantFrom('=', '<>', '<', '<=', '>', '>='), scalars, scalars)
    .map(([op, left, right]) => infix(op, left, right)),
  fc
    .tuple(property, instants, fc.constantFrom('=', '<', '>='))
    .map(([left, right, op]) => infix(op, left, right)),
  fc
    .tuple(property, fc.boolean())
    .map(([of, isNot]) =>
      isNot
        ? negated(piece(`${of.text} IS NOT NULL`, { op: 'isNull', args: [of.json] }))
        : piece(`${of.text} IS NULL`, { op: 'isNull', args: [of.json] }),
    ),
  fc.tuple(property, texts, fc.boolean()).map(([of, pattern, isNot]) => {
    const json = { op: 'like', args: [of.json, pattern.json] };
    const text = `${of.text} ${isNot ? 'NOT ' : ''}LIKE ${pattern.text}`;
    return isNot ? negated(piece(text, json)) : piece(text, json);
  }),
  fc.tuple(property, numbers, numbers, fc.boolean()).map(([of, low, high, isNot]) => {
    const json = { op: 'between', args: [of.json, low.json, high.json] };
    const text = `${of.text} ${isNot ? 'NOT ' : ''}BETWEEN ${low.text} AND ${high.text}`;
    return isNot ? negated(piece(text, json)) : piece(text, json);
  }),
  // two values or more: the other parser takes a list of one for the value
  fc
    .tuple(property, fc.array(fc.oneof(numbers, texts), { minLength: 2, maxLength: 4 }), fc.boolean())
    .map(([of, list, isNot]) => {
      const json = { op: 'in', args: [of.json, list.map((one) => one.json)] };
      const text = `${of.text} ${isNot ? 'NOT ' : ''}IN (${list.map((one) => one.text).join(', ')})`;
      return isNot ? negated(piece(text, json)) : piece(text, json);
    }),
  fc
    .tuple(fc.constantFrom('casei', 'accenti'), property, texts)
    .map(([op, of, value]) => infix('=', called(op, [of]), called(op, [value]))),
  fc
    .tuple(fc.constantFrom(...SPATIAL), geometries)
    .map(([name, geometry]) => called(`s_${name}`, [piece('geometry', { property: 'geometry' }), geometry])),
  fc
    .tuple(fc.constantFrom(...TEMPORAL), fc.oneof(instants, intervals))
    .map(([name, time]) =>
      called(`t_${name}`, [piece('datetime', { property: 'datetime' }), time], `T_${name.toUpperCase()}`),
    ),
);

const { filters } = fc.letrec<{ filters: Piece; parts: Piece }>((tie) => ({
  parts: fc.oneof({ maxDepth: 3, withCrossShrink: true }, predicates, tie('filters').map(inBrackets)),
  filters: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    predicates,
    tie('parts').map((part) => piece(`NOT ${inBrackets(part).text}`, { op: 'not', args: [part.json] })),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('parts'), { minLength: 2, maxLength: 3 }))
      .map(([op, parts]) =>
        piece(parts.map((part) => inBrackets(part).text).join(` ${op.toUpperCase()} `), {
          op,
          args: parts.map(({ json }) => json),
        }),
      ),
  ),
}));

/** One form for what is the same: nested conjunctions flat, operators in lower case. */
function plain(json: Cql2): Cql2 {
  if (Array.isArray(json)) return json.map(plain);
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, plain(value)])) as {
    op?: Cql2;
    args?: Cql2[];
  };
  if (typeof fields.op !== 'string' || !Array.isArray(fields.args)) return fields as Cql2;
  const op = fields.op.toLowerCase();
  const args =
    op === 'and' || op === 'or'
      ? fields.args.flatMap((arg) => {
          const inner = arg as { op?: string; args?: Cql2[] };
          return inner.op === op ? inner.args! : [arg];
        })
      : fields.args;
  return { op, args };
}

test('generated filters, 10,000 in the rest, are read as an independent parser reads them, and as the standard writes them in JSON', () => {
  fc.assert(
    fc.property(filters, ({ text, json }) => {
      const own = plain(parseText(text));
      expect(own, text).toEqual(plain(json));
      expect(plain(JSON.parse(other.parseText(text).to_json()) as Cql2), text).toEqual(own);
    }),
    { numRuns: suite === 'test' ? 2_000 : 10_000 },
  );
});
