import type { SceneFacts } from '../search/scenes.ts';
import type { DbfField, DbfValue } from '../../src/geo/write/dbf.ts';

/** A column of an exported shapefile and the source of its value; printed in docs/exports.md. */
interface SceneAttribute extends DbfField {
  /** The source property of decision 3. */
  from: string;
  unit: string;
  valueOf(facts: SceneFacts): DbfValue;
}

function text(name: string, from: keyof SceneFacts, unit = ''): SceneAttribute {
  return {
    name,
    type: 'C',
    from,
    unit,
    valueOf: (facts) => facts[from] as string | null,
  };
}

function number(name: string, from: keyof SceneFacts, unit: string): SceneAttribute {
  return { name, type: 'N', decimals: 2, from, unit, valueOf: (facts) => facts[from] as number | null };
}

/** Shapefile attributes of scenes in column order; names have at most 10 characters. */
export const SCENE_ATTRIBUTES: readonly SceneAttribute[] = [
  text('PRODUCT_ID', 'productId'),
  {
    name: 'ACQ_DATE',
    type: 'D',
    from: 'acquisitionDate',
    unit: 'UTC date',
    valueOf: (facts) => facts.acquisitionDate,
  },
  text('ACQ_TIME', 'acquisitionDate', 'ISO 8601, UTC'),
  text('SATELLITE', 'satellite'),
  text('SAT_CODE', 'satCode'),
  text('SENSOR', 'sensor'),
  text('SENS_TYPE', 'sensorType'),
  number('GSD_M', 'gsd', 'm'),
  number('CLOUD_PCT', 'cloudCover', '%'),
  number('OFF_NADIR', 'offNadirAngle', 'degrees'),
  number('SUN_ELEV', 'sunElevation', 'degrees'),
  number('AREA_KM2', 'area', 'km²'),
  text('ORBIT_DIR', 'orbitDirection'),
  text('SIDE_LOOK', 'sideLookDirection'),
  text('IMG_MODE', 'imagingMode'),
  text('PROD_MODE', 'productMode'),
  text('SOURCE', 'sourceCode'),
  text('SUPPLIER', 'supplier'),
  {
    name: 'SIMULATED',
    type: 'N',
    from: 'simulated',
    unit: '1 yes, 0 no',
    valueOf: (facts) => (facts.simulated ? 1 : 0),
  },
];

/** Path of the scene's picture in the zip; only in exports with pictures. */
export const PREVIEW_ATTRIBUTE: DbfField = { name: 'PREVIEW', type: 'C' };
