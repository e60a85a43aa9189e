import { SENSOR_TYPES } from '../../../../contract/sensors.ts';
import type { Translate } from './language.ts';

/** The sensor type's code, with its name beside it where the language has one; unknown types stay unchanged. */
export const sensorName = (t: Translate, type: string): string =>
  (SENSOR_TYPES as readonly string[]).includes(type) ? t(`details.value.${type.toLowerCase()}`) : type;
