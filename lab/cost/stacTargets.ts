import { AOI_VERTICES_MAX } from '../../contract/limits.ts';
import { AGGREGATIONS } from '../../server/stac/queries/aggregates.ts';
import { PROPERTIES } from '../../server/stac/queries/properties.ts';
import { openApi } from '../../server/stac/api/openApi.ts';
import type { Random } from '../../server/simulator/archive/random.ts';
import { polygonsOf, SHAPE_NAMES } from './outlines.ts';
import type { Part, Target, Variants } from './targets.ts';

/** Bytes of a parameter in an address: all are below the 16 KB that Node reads of a request's head. */
const ADDRESS_BYTES = 2_000;
const SORTABLE = Object.keys(PROPERTIES).filter((name) => PROPERTIES[name]!.kind !== 'geometry');
const TEXTS = SORTABLE.filter((name) => PROPERTIES[name]!.kind === 'text');
const NUMBERS = SORTABLE.filter((name) => PROPERTIES[name]!.kind === 'number');
/** Of conditions in conditions: a body may have 64 levels, and a text's condition has two. */
const LEVELS = { inBody: 27, inText: 29 };
const NODES = 1_900;
/** Names of fields, and terms of a text search. */
const NAMES = 100;
const TERMS = 20;

const list = <T>(count: number, one: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => one(n));
const word = (n: number) => n.toString(36).padStart(3, 'x');
const nth = <T>(all: readonly T[], n: number): T => all[n % all.length]!;
const is = (property: string, value: unknown) => ({ op: '=', args: [{ property }, value] });

const area = (random: Random, vertices: number, shape = nth(SHAPE_NAMES, Math.floor(random() * 97))) => ({
  type: 'MultiPolygon',
  coordinates: polygonsOf(shape, random, vertices),
});
const square = (n: number) => {
  const [x, y] = [103 + (n % 20) / 10, 0.5 + Math.floor(n / 20) / 10];
  return [
    [x, y],
    [x + 0.09, y],
    [x + 0.09, y + 0.09],
    [x, y + 0.09],
    [x, y],
  ];
};
const related = (relation: string, geometry: unknown) => ({
  op: `s_${relation}`,
  args: [{ property: 'geometry' }, geometry],
});
/** Percent of an area that a scene covers, or that is clear, by the functions of this API, which take valid areas. */
const measured = (name: 'aoi_share' | 'aoi_clear', polygon: unknown) => ({
  op: name,
  args: name === 'aoi_share' ? [{ property: 'geometry' }, polygon] : [polygon],
});
const RELATED = ['crosses', 'equals', 'overlaps', 'touches', 'within', 'contains', 'intersects'];

/** A condition in a condition, down to the deepest level. */
const nested = (inner: unknown): unknown =>
  list(LEVELS.inBody, word).reduce((below: unknown) => ({ op: 'not', args: [below] }), inner);

/** Factors of each parameter in a body. */
const IN_BODY: Readonly<Record<string, Variants>> = {
  limit: { most: () => 1_000 },
  bbox: { world: () => [-180, -90, 180, 90], city: () => [103.6, 1.1, 104.1, 1.5] },
  datetime: { open: () => '0001-01-01T00:00:00Z/..' },
  intersects: {
    outline: (random) => area(random, AOI_VERTICES_MAX),
    parts: () => ({
      type: 'GeometryCollection',
      geometries: list(200, (n) => ({ type: 'Polygon', coordinates: [square(n)] })),
    }),
    lines: () => ({
      type: 'MultiLineString',
      coordinates: list(200, (l) => list(50, (n) => [103 + n / 30, 0.5 + ((n * 7 + l) % 97) / 60])),
    }),
    points: () => ({ type: 'MultiPoint', coordinates: list(200, (n) => [103 + n / 100, 1.3]) }),
  },
  ids: {
    known: (_, { productIds }) => list(1_000, (n) => nth(productIds, n)),
    unknown: () => list(1_000, (n) => word(n).repeat(60)),
  },
  collections: { most: () => list(1_000, (n) => word(n).repeat(20)) },
  sortby: {
    all: () => SORTABLE.map((field) => ({ field, direction: 'desc' })),
    repeated: () => list(1_000, (n) => ({ field: nth(SORTABLE, n), direction: 'asc' })),
    measured: (random) => [
      { field: measured('aoi_clear', area(random, AOI_VERTICES_MAX, 'comb')), direction: 'desc' },
    ],
  },
  query: {
    lists: () => Object.fromEntries(NUMBERS.map((name) => [name, { in: list(200, (n) => n) }])),
    patterns: () => Object.fromEntries(TEXTS.map((name) => [name, { contains: 'a_'.repeat(1_000) }])),
  },
  filter: {
    nodes: () => ({ op: 'or', args: list(NODES / 6, (n) => is(nth(TEXTS, n), word(n))) }),
    depth: () => nested(is('platform', 'sv1')),
    list: () => ({ op: 'in', args: [{ property: 'id' }, list(170, (n) => word(n).repeat(200))] }),
    pattern: () => ({ op: 'like', args: [{ property: 'id' }, `${'%a_'.repeat(100)}%z`] }),
    patterns: () =>
      nested({
        op: 'or',
        args: list(75, (n) => ({
          op: 'like',
          args: [{ property: nth(TEXTS, n) }, `%${'_'.repeat(60)}${n}`],
        })),
      }),
    areas: (random) => ({ op: 'or', args: list(8, () => related('intersects', area(random, 1_200))) }),
    relations: (random) => ({
      op: 'or',
      args: RELATED.map((relation) => related(relation, area(random, 1_400))),
    }),
    measured: (random) => {
      const outline = area(random, 1_200, 'comb');
      return {
        op: 'and',
        args: (['aoi_share', 'aoi_clear'] as const).map((name) => ({
          op: '>=',
          args: [measured(name, outline), 1],
        })),
      };
    },
    boxes: () =>
      nested({
        op: 'or',
        args: list(200, (n) => related(nth(RELATED, n), { type: 'Polygon', coordinates: [square(n)] })),
      }),
  },
  q: { most: () => list(TERMS, (n) => `%_${word(n)}`.repeat(100)) },
  fields: {
    names: () => ({ include: list(NAMES / 2, word), exclude: list(NAMES / 2, word) }),
    same: () => ({
      include: list(NAMES / 2, () => 'properties.datetime'),
      exclude: list(NAMES / 2, () => 'assets.a'),
    }),
    dots: () => ({
      include: list(NAMES / 2, (n) => `assets.${word(n)}`),
      exclude: list(NAMES / 2, (n) => `assets.${word(n)}.a`),
    }),
  },
  aggregations: { all: () => AGGREGATIONS.map(({ name }) => name) },
};

/** Texts with commas between, as many as an address has bytes for. */
const joined = (one: (n: number) => string, bytes: number) => {
  const length = Math.floor(bytes / (one(1_000).length + 1));
  return list(length, one).join(',');
};
/** Factors whose form in an address is another one, or which have to be shorter there. */
const IN_ADDRESS: Readonly<Record<string, (bytes: number) => Variants>> = {
  intersects: (bytes) => ({
    outline: (random) => JSON.stringify(area(random, Math.floor(bytes / 28))),
  }),
  ids: (bytes) => ({ unknown: () => joined((n) => word(n), bytes) }),
  collections: (bytes) => ({ most: () => joined((n) => word(n), bytes) }),
  sortby: (bytes) => ({ repeated: () => joined((n) => `-${nth(SORTABLE, n)}`, bytes) }),
  query: (bytes) => ({
    patterns: () => JSON.stringify({ [TEXTS[0]!]: { contains: 'a_'.repeat(bytes / 4) } }),
  }),
  filter: (bytes) => ({
    nodes: () => list(Math.min(380, Math.floor(bytes / 22)), (n) => `platform='${word(n)}'`).join(' OR '),
    depth: () => `${'NOT ('.repeat(LEVELS.inText)}platform='sv1'${')'.repeat(LEVELS.inText)}`,
    pattern: () => `id LIKE '${'%_'.repeat(100)}z'`,
  }),
  q: () => ({ most: () => list(TERMS, word).join(',') }),
  fields: () => ({
    names: () => [...list(NAMES / 2, word), ...list(NAMES / 2, (n) => `-${word(n)}`)].join(','),
  }),
};

/** What has no size: languages and coordinate systems are constants, and a token is a reply's. */
const WITHOUT_SIZE: readonly string[] = ['filter-lang', 'filter-crs', 'token', 'collectionId', 'itemId'];

const inText =
  (part: Part): Part =>
  (random, world) => {
    const value = part(random, world);
    return Array.isArray(value) ? value.join(',') : value;
  };

/** The names of parameters without a factor, which `WITHOUT_SIZE` doesn't name either. */
export const unknownTo = (names: readonly string[]): string[] =>
  names.filter((name) => !(name in IN_BODY) && !WITHOUT_SIZE.includes(name));

/** An operation of the OpenAPI document: its own parameters are its slots. */
export interface StacOperation {
  call: string;
  method: string;
  path: string;
  names: string[];
}
export const stacOperations: StacOperation[] = Object.entries(
  openApi({ origin: '', root: '' }, { appName: '' } as Parameters<typeof openApi>[1]).paths,
).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
    const content = (requestBody as { content?: object } | undefined)?.content ?? {};
    const bodies = Object.values(content) as { schema: { properties: object } }[];
    const names = [
      ...parameters.map(({ name }) => String(name)),
      ...bodies.flatMap(({ schema }) => Object.keys(schema.properties)),
    ];
    return {
      call: `${method.toUpperCase()}:/stac${path}`,
      method: method.toUpperCase(),
      path: `/stac${path}`,
      names,
    };
  }),
);

export const stacTargets: Target[] = stacOperations.map(({ call, method, path, names }) => {
  const sized = names.filter((name) => name in IN_BODY);
  return {
    call,
    isAnonymous: false,
    slots: sized.map((name) => {
      const variants =
        method === 'POST' ? IN_BODY[name]! : (IN_ADDRESS[name]?.(ADDRESS_BYTES) ?? IN_BODY[name]!);
      return { name, place: [name], variants };
    }),
    build: (chosen, random, world) => {
      const parts = chosen.map(({ place: [name = ''], part }) => {
        const value = (method === 'POST' ? part : inText(part))(random, world);
        return [name, value] as const;
      });
      const named = path
        .replace('{collectionId}', String(world.fields['collection']))
        .replace('{itemId}', String(world.productIds[0]));
      // a bbox and a geometry exclude each other
      const own = parts.filter(
        ([name]) => name !== 'bbox' || !parts.some(([other]) => other === 'intersects'),
      );
      if (method === 'POST') return { method, path: named, body: JSON.stringify(Object.fromEntries(own)) };
      const query = new URLSearchParams(own.map(([name, value]) => [name, String(value)]));
      // commas need no escape
      const text = query.toString().replaceAll('%2C', ',');
      return { method, path: text === '' ? named : `${named}?${text}` };
    },
  };
});
