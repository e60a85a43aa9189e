import { SENSOR_TYPES } from '../../../contract/sensors.ts';
import { PRODUCT_MODES } from '../../../contract/limits.ts';

/** The types of CQL2 that a property or a literal has. */
export type Kind = 'text' | 'number' | 'boolean' | 'instant';

/** A property of Items that filters, sorting and queryables know. */
export interface Property {
  kind: Kind | 'geometry';
  /** Its value as SQL over `scenes`; null if the Item lacks it. */
  sql: string;
  /** Whether it may be null. */
  isNullable: boolean;
  /** Its JSON schema in the queryables. */
  schema: Readonly<Record<string, unknown>>;
}

const text = (sql: string, title: string, more: object = {}): Property => ({
  kind: 'text',
  sql,
  isNullable: true,
  schema: { title, type: 'string', ...more },
});
const number = (sql: string, title: string, more: object = {}): Property => ({
  kind: 'number',
  sql,
  isNullable: true,
  schema: { title, type: 'number', ...more },
});

/** The platform's code, or its name, as STAC recommends identifiers: lower case, without spaces. */
export const PLATFORM_SQL = `replace(lower(coalesce(sat_code, satellite)), ' ', '-')`;
/** The family of satellites: of an imported Item what it says. */
const FAMILY_SQL = `case when item is null then nullif(collection, 'other') else item #>> '{properties,constellation}' end`;
export const ORBIT_STATES = ['ascending', 'descending', 'geostationary', 'crossing'] as const;
const SIDES = ['left', 'right'] as const;
const oneOf = (column: string, values: readonly string[]) =>
  `case when lower(${column}) in (${values.map((value) => `'${value}'`).join(', ')}) then lower(${column}) end`;
const ORBIT_STATE_SQL = oneOf('orbit_direction', ORBIT_STATES);
const SIDE_SQL = oneOf('side_look_direction', SIDES);
const RADAR_MODE_SQL = `case when sensor_type = 'SAR' then imaging_mode end`;

/** An Item's id: of an imported one its own, which another collection may have too; else the product id. */
const ITEM_ID = `coalesce(item ->> 'id', product_id)`;

/** The Item's own id as a value of filters; `PROPERTIES.id`, the product id, which is unique, is that of the order. */
export const OWN_ID: Property = { ...text(ITEM_ID, 'Item id'), isNullable: false };

/** Whether the Item's id is one of a bound list. The indexes of product ids and of the ids that differ find them. */
export const idIs = (ids: string): string =>
  `(product_id = any(${ids}::text[]) and ${ITEM_ID} = product_id
    or (item ->> 'id') is not null and (item ->> 'id') <> product_id and (item ->> 'id') = any(${ids}::text[]))`;

/** Names of the Item's own fields and of its properties, which filters name without `properties.`. */
export const PROPERTIES: Readonly<Record<string, Property>> = {
  id: { ...text('product_id', 'Item id'), isNullable: false },
  collection: { ...text('collection', 'Collection id'), isNullable: false },
  geometry: {
    kind: 'geometry',
    sql: 'footprint',
    isNullable: false,
    schema: { title: 'Footprint', format: 'geometry-polygon-multi' },
  },
  datetime: {
    kind: 'instant',
    sql: 'acquired',
    isNullable: false,
    schema: { title: 'Acquisition time, UTC', type: 'string', format: 'date-time' },
  },
  updated: {
    kind: 'instant',
    sql: 'updated_at',
    isNullable: false,
    schema: { title: 'When the Item was last changed, UTC', type: 'string', format: 'date-time' },
  },
  platform: text(PLATFORM_SQL, 'Satellite'),
  constellation: text(FAMILY_SQL, 'Family of satellites'),
  mission: text(FAMILY_SQL, 'Family of satellites'),
  instruments: text(`replace(lower(sensor), ' ', '-')`, 'Instruments, in one text with commas between'),
  gsd: number('gsd', 'Ground sample distance, metres', { exclusiveMinimum: 0 }),
  'eo:cloud_cover': number('cloud_cover', 'Cloud cover, percent', { minimum: 0, maximum: 100 }),
  'view:off_nadir': number('off_nadir', 'Off-nadir angle, degrees', { minimum: 0, maximum: 90 }),
  'view:sun_elevation': number('sun_elevation', 'Sun elevation, degrees', { minimum: -90, maximum: 90 }),
  'sat:orbit_state': text(ORBIT_STATE_SQL, 'Orbit state', { enum: ORBIT_STATES }),
  'sar:instrument_mode': text(RADAR_MODE_SQL, 'Imaging mode of a radar'),
  'sar:observation_direction': text(SIDE_SQL, 'Side to which a radar looks', { enum: SIDES }),
  'groundtrack:sensor_type': text('sensor_type', 'Sensor type', { enum: SENSOR_TYPES }),
  'groundtrack:product_mode': text('product_mode', 'Product mode', { enum: PRODUCT_MODES }),
  'groundtrack:supplier': text('supplier', 'Supplier'),
  'groundtrack:area': number('area', 'Area of the footprint, km²', { minimum: 0 }),
  'groundtrack:simulated': {
    kind: 'boolean',
    sql: 'simulated',
    isNullable: false,
    schema: { title: 'Whether the scene is from the simulated constellation', type: 'boolean' },
  },
};

/** The property with this name, with or without `properties.` before it; null if there is none. */
export function propertyNamed(name: string): Property | null {
  const bare = name.startsWith('properties.') ? name.slice('properties.'.length) : name;
  return Object.hasOwn(PROPERTIES, bare) ? PROPERTIES[bare]! : null;
}
