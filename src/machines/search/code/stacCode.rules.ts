import type { Footprint, SearchCondition } from '../../../../contract/search.ts';

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

/** The conditions of a search that have no parameter of their own in a STAC search, as CQL2. */
function filterOf(condition: SearchCondition): Cql {
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
    ],
  };
}

/** The parameters of a STAC search that finds the scenes of a portal search. */
export function stacSearchOf(condition: SearchCondition, area: Footprint) {
  return {
    intersects: area,
    datetime: `${condition.acquisitionDateFrom}T00:00:00Z/${condition.acquisitionDateTo}T23:59:59.999Z`,
    filter: filterOf(condition),
  };
}
