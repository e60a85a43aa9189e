import { endpoints } from '../../../contract/calls/endpoints.ts';
import type { Footprint, SearchCondition } from '../../../contract/search.ts';
import { writeWkt } from '../../geo/wkt/writeWkt.ts';
import { utcDayOf } from '../shared/days.ts';
import type { ViewOptions } from './results.rules.ts';

/** An operator of CQL2 with its arguments. */
interface Cql {
  op: string;
  args: readonly unknown[];
}

const property = (name: string) => ({ property: name });
/** Unknown values match, as in the portal's search (decision 021). */
const orUnknown = (name: string, op: string, value: unknown): Cql => ({
  op: 'or',
  args: [
    { op, args: [property(name), value] },
    { op: 'isNull', args: [property(name)] },
  ],
});

/** How the STAC API names a satellite. */
const platformOf = (code: string): string => code.toLowerCase().replaceAll(' ', '-');

/** What the copied program asks the STAC API for: the shares by which the list is filtered or sorted. */
type ListView = Pick<ViewOptions, 'sort' | 'isReversed' | 'filters'>;

/** The functions of the STAC API, by the names of its sort keys. */
const FUNCTIONS = {
  share: { name: 'aoi_share', property: 'groundtrack:aoi_share', before: [property('geometry')] },
  clear: { name: 'aoi_clear', property: 'groundtrack:aoi_clear', before: [] },
} as const;

const callOf = (of: keyof typeof FUNCTIONS, area: Footprint): Cql => ({
  op: FUNCTIONS[of].name,
  args: [...FUNCTIONS[of].before, area],
});

/** The filters of the list by shares: an unknown clear share passes. */
function shareFilters({ filters: { minShare, minClear } }: ListView, area: Footprint): Cql[] {
  const clear = callOf('clear', area);
  return [
    ...(minShare > 0 ? [{ op: '>=', args: [callOf('share', area), minShare] }] : []),
    ...(minClear > 0
      ? [
          {
            op: 'or',
            args: [
              { op: '>=', args: [clear, minClear] },
              { op: 'isNull', args: [clear] },
            ],
          },
        ]
      : []),
  ];
}

/** The order of the list by shares, the largest first; equal ones are newest first. */
function shareOrder({ sort, isReversed }: ListView, area: Footprint) {
  if (sort !== 'share' && sort !== 'clear') return {};
  const wkt = writeWkt(area as Parameters<typeof writeWkt>[0]);
  const field = sort === 'share' ? `aoi_share(geometry, ${wkt})` : `aoi_clear(${wkt})`;
  return {
    sortby: [
      { field, direction: isReversed ? 'asc' : 'desc' },
      { field: 'datetime', direction: 'desc' },
    ] as const,
  };
}

/** The conditions of a search that have no parameter of their own in a STAC search, as CQL2. */
function filterOf(condition: SearchCondition, more: readonly Cql[]): Cql {
  const { maxCloudCover, maxOffNadirAngle, sensorType, satList, gsd, productMode } = condition;
  return {
    op: 'and',
    args: [
      orUnknown('groundtrack:sensor_type', '=', sensorType),
      orUnknown('eo:cloud_cover', '<=', maxCloudCover),
      orUnknown('view:off_nadir', '<=', maxOffNadirAngle),
      ...(gsd === undefined ? [] : [orUnknown('gsd', '<=', gsd)]),
      ...(satList.length === 0 ? [] : [{ op: 'in', args: [property('platform'), satList.map(platformOf)] }]),
      ...(productMode === undefined
        ? []
        : [{ op: '=', args: [property('groundtrack:product_mode'), productMode] }]),
      ...more,
    ],
  };
}

/**
 * The parameters of a STAC search that finds the scenes of a portal search.
 * @param list its filters and order by shares of the area, which the search has too
 */
export function stacSearchOf(condition: SearchCondition, area: Footprint, list: ListView | null = null) {
  return {
    intersects: area,
    datetime: `${condition.acquisitionDateFrom}T00:00:00Z/${condition.acquisitionDateTo}T23:59:59.999Z`,
    filter: filterOf(condition, list === null ? [] : shareFilters(list, area)),
    ...(list === null ? {} : shareOrder(list, area)),
  };
}

/** The languages that the present search can be copied in. */
export const CODES = ['pystac', 'python', 'curl', 'javascript', 'qgis'] as const;
export type CodeKind = (typeof CODES)[number];

/** The environment variable that the programs read the API key from: it is never copied. */
export const KEY_VARIABLE = 'GT_KEY';

const DAY_MS = 86_400_000;

/** A text for a POSIX shell: nothing in it is read but the quote itself. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The values of a condition. Python's literals differ from JSON in true, false and null, so these must not occur. */
type Plain = string | number | readonly (string | number)[];

/** A condition as Python writes it. A JSON text is one of Python's too, as all beyond ASCII is escaped. */
function pythonOf(condition: Readonly<Record<string, Plain | undefined>>): string {
  const written = (value: Plain): string =>
    typeof value === 'object' ? `[${value.map(written).join(', ')}]` : asciiJson(value);
  const lines = Object.entries(condition).flatMap(([key, value]) =>
    value === undefined ? [] : [`    ${asciiJson(key)}: ${written(value)},`],
  );
  return `{\n${lines.join('\n')}\n}`;
}

/** JSON in ASCII, because editors and shells may change other characters. */
function asciiJson(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function curlOf(address: string, condition: SearchCondition): string {
  return [
    `curl --fail-with-body ${shellQuoted(address)} \\`,
    `  --header "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    `  --header 'Content-Type: application/json' \\`,
    `  --data ${shellQuoted(asciiJson(condition, 2))}`,
  ].join('\n');
}

function pythonCode(address: string, condition: SearchCondition): string {
  return `# pip install requests
import os

import requests

condition = ${pythonOf({ ...condition })}

reply = requests.post(
    ${asciiJson(address)},
    json=condition,
    headers={"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]},
    timeout=30,
)
reply.raise_for_status()
found = reply.json()
if found["result"] != 1:
    raise RuntimeError(found.get("message", "the search was refused"))
for scene in found["features"]:
    print(scene["id"], scene["properties"]["acquisitionDate"])
`;
}

function javascriptCode(address: string, condition: SearchCondition): string {
  return `const condition = ${asciiJson(condition, 2)};

const reply = await fetch(${asciiJson(address)}, {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`, "Content-Type": "application/json" },
  body: JSON.stringify(condition),
});
const found = await reply.json();
if (found.result !== 1) throw new Error(found.message ?? \`the search answered \${reply.status}\`);
for (const { id, properties } of found.features) console.log(id, properties.acquisitionDate);
`;
}

function pystacCode(address: string, search: ReturnType<typeof stacSearchOf>): string {
  const sortby = search.sortby === undefined ? '' : `    sortby=${asciiJson(search.sortby)},\n`;
  const text = asciiJson(search);
  const values = Object.values(FUNCTIONS).filter(({ name }) => text.includes(name));
  const printed = values.map((one) => `, item.properties[${asciiJson(one.property)}]`).join('');
  return `# pip install pystac-client
import os

from pystac_client import Client

catalog = Client.open(
    ${asciiJson(address)},
    headers={"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]},
)
search = catalog.search(
    intersects=${asciiJson(search.intersects)},
    datetime=${asciiJson(search.datetime)},
    filter=${asciiJson(search.filter)},
${sortby}    limit=500,
)
print(search.matched(), "scenes")
for item in search.items():
    print(item.id, item.datetime${printed})
`;
}

/** QGIS reads the Items of a STAC API as a layer of OGC API - Features. */
function qgisSteps(
  address: string,
  { acquisitionDateFrom: from, acquisitionDateTo: to }: SearchCondition,
): string {
  // GDAL drops fractions of seconds, so the last day ends where the next one begins
  const after = utcDayOf(new Date(Date.parse(to) + DAY_MS));
  return `1. Layer > Add Layer > Add WFS / OGC API - Features Layer > New
   Name: Groundtrack
   URL: ${address}
   Version: OGC API - Features
2. Authentication > Configurations > + > API Header
   Header key: Authorization
   Header value: Bearer, a space, and your key ($${KEY_VARIABLE})
3. OK > Connect, select a collection (a family of satellites) > Add
4. Layer > Filter
   "datetime" >= '${from}T00:00:00Z' AND "datetime" < '${after}T00:00:00Z'
`;
}

/**
 * The search as a program that makes the same call; the key is left out.
 * @param serviceAddress an absolute address without a slash at its end
 */
export function codeOf(
  kind: CodeKind,
  serviceAddress: string,
  { condition, area, list }: { condition: SearchCondition; area: Footprint; list: ListView },
): string {
  const stac = `${serviceAddress}/stac`;
  if (kind === 'pystac') return pystacCode(stac, stacSearchOf(condition, area, list));
  if (kind === 'qgis') return qgisSteps(stac, condition);
  const address = `${serviceAddress}${endpoints.searchScenes.path}`;
  if (kind === 'curl') return curlOf(address, condition);
  return kind === 'python' ? pythonCode(address, condition) : javascriptCode(address, condition);
}
