import { sourceOfSatellite, type SourceCode } from '../../contract/limits.ts';
import { SENSOR_TYPES, SENSORS, type SensorFacts, type SensorType } from '../../contract/sensors.ts';
import type { Satellite } from '../../contract/settings.ts';

/** The Item’s platform and instrument names in lower case; empty when absent. */
export interface ItemOrigin {
  platform: string;
  constellation: string;
  collection: string;
  instruments: readonly string[];
}

/** Decision 4: match the most general names, those of optical satellites, last. */
const BY_NAME = SENSOR_TYPES.toReversed();

function namedIn(kind: 'platforms' | 'instruments', names: readonly string[]): SensorType | null {
  for (const name of names) {
    const type = BY_NAME.find((one) => SENSORS[one].stac[kind].test(name));
    if (type) return type;
  }
  return null;
}

/**
 * The sensor type of an Item by the names in `SENSORS`, else by its STAC extension fields.
 * @param fields names of the Item's properties and of its assets' fields
 * @returns null if the Item doesn't say
 */
export function sensorTypeOf(origin: ItemOrigin, fields: Iterable<string>): SensorType | null {
  const { platform, constellation, collection, instruments } = origin;
  const named =
    namedIn('platforms', [constellation, platform]) ??
    namedIn('instruments', instruments) ??
    namedIn('platforms', [collection]);
  if (named) return named;
  const all = [...fields];
  return (
    BY_NAME.find((type) => {
      const { fieldPrefix }: SensorFacts['stac'] = SENSORS[type].stac;
      return fieldPrefix !== undefined && all.some((field) => field.startsWith(fieldPrefix));
    }) ?? null
  );
}

/** The satellite in the settings' list that matches an Item's platform by name or code; null if none does. */
export function satelliteOf(
  platform: string,
  satellites: readonly Satellite[],
): { name: string; satCode: string; sourceCode: SourceCode | null } | null {
  const found = satellites.find(
    ({ name, code }) => name.toLowerCase() === platform || code.toLowerCase() === platform,
  );
  return found ? { name: found.name, satCode: found.code, sourceCode: sourceOfSatellite(found.code) } : null;
}
