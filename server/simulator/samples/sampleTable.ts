import { fileURLToPath } from 'node:url';
import type { Footprint } from '../../../contract/search.ts';
import type { SampleKind } from '../../../src/raster/geotiff.ts';
import { SENSOR, type SensorType } from '../../../contract/sensors.ts';

/** A real open scene that comes with the product, costs nothing and is never called simulated. */
export interface Sample {
  productId: string;
  /** Absolute path of its GeoTIFF. */
  file: string;
  satellite: string;
  sensor: string;
  sensorType: SensorType;
  /** Metres. */
  gsd: number;
  /** The period in which it was taken, ISO 8601 UTC; both ends are equal if the instant is known. */
  taken: readonly [from: string, to: string];
  /** Percent of the footprint, from the quality band; null if there is none. */
  cloudCover: number | null;
  /** Degrees; null if unknown. */
  offNadirAngle: number | null;
  sunElevation: number | null;
  /** Upper left, lower left, lower right, upper right of its pictures, degrees. */
  corners: readonly (readonly [longitude: number, latitude: number])[];
  /** Size of the file's pixels, metres. */
  pixelMetres: number;
  /** What its bands show, as STAC's eo:common_name; `amplitude` for a radar. */
  bands: readonly string[];
  /** Absolute path of its quality band, on the same grid. */
  quality?: string;
  /** Reflectance = value × scale + offset (USGS, Landsat 8 Data Users Handbook, §5.2, with the sun's elevation). */
  reflectance?: { scale: number; offset: number };
  /** The kind of the delivered samples, and a value that no sample has. */
  kind: SampleKind;
  noData: number;
  /** Indices of the bands that its quicklook shows as red, green and blue. */
  shown: readonly [number, number, number];
  /** Values shown as black and white. */
  stretch: readonly [black: number, white: number];
  /** Name of the place by language. */
  place: Readonly<Record<string, string>>;
  producer: string;
  /** SPDX identifier, or "proprietary" with a link as STAC has it; public domain is "CC0-1.0". */
  licence: string;
  attribution: string;
}

const fileOf = (name: string): string => fileURLToPath(new URL(`files/${name}`, import.meta.url));

const USGS = {
  producer: 'USGS',
  licence: 'CC0-1.0',
  attribution: 'Landsat imagery courtesy of the U.S. Geological Survey',
};

/** The open samples. Facts are of the files' metadata; unknown ones are null. */
export const SAMPLES: readonly Sample[] = [
  {
    productId: 'LC80200392015216LGN00_SAMPLE',
    file: fileOf('landsat8-2345.tif'),
    satellite: 'Landsat 8',
    sensor: 'OLI',
    sensorType: SENSOR.OPTICAL,
    gsd: 30,
    taken: ['2015-08-04T16:19:21.791742Z', '2015-08-04T16:19:21.791742Z'],
    cloudCover: 6,
    offNadirAngle: 0,
    sunElevation: 64.7,
    corners: [
      [-87.496835, 30.809946],
      [-87.495999, 30.646715],
      [-87.29969, 30.647316],
      [-87.300195, 30.81055],
    ],
    pixelMetres: 30,
    bands: ['blue', 'green', 'red', 'nir'],
    quality: fileOf('landsat8-bqa.tif'),
    reflectance: { scale: 2.2114e-5, offset: -0.11057 },
    kind: 'uint16',
    noData: 0,
    shown: [2, 1, 0],
    stretch: [5800, 14_000],
    place: { en: 'Alabama and Florida', zh: '亚拉巴马州与佛罗里达州' },
    ...USGS,
  },
  {
    productId: 'LE7_ANDROS_SAMPLE',
    file: fileOf('landsat7-rgb.tif'),
    satellite: 'Landsat 7',
    sensor: 'ETM+',
    sensorType: SENSOR.OPTICAL,
    gsd: 300,
    // the file has no date: from the launch to the failure of the scan line corrector, whose gaps it doesn't have
    taken: ['1999-04-15T00:00:00Z', '2003-05-31T23:59:59Z'],
    cloudCover: null,
    offNadirAngle: 0,
    sunElevation: null,
    corners: [
      [-78.484676, 25.510018],
      [-78.869098, 23.874197],
      [-77.063044, 23.611063],
      [-76.657984, 25.246833],
    ],
    pixelMetres: 300,
    bands: ['red', 'green', 'blue'],
    kind: 'uint8',
    noData: 0,
    shown: [0, 1, 2],
    stretch: [0, 210],
    place: { en: 'Andros, Bahamas', zh: '巴哈马安德罗斯岛' },
    ...USGS,
    attribution: `${USGS.attribution}; day not recorded, 1999 to 2003`,
  },
  {
    productId: 'UMBRA_YASUR_20230212_SAMPLE',
    file: fileOf('umbra-sar.tif'),
    satellite: 'Umbra',
    sensor: 'SAR',
    sensorType: SENSOR.SAR,
    gsd: 0.59,
    taken: ['2023-02-12T00:00:00Z', '2023-02-12T23:59:59Z'],
    cloudCover: null,
    offNadirAngle: null,
    sunElevation: null,
    corners: [
      [169.446504, -19.524074],
      [169.445092, -19.529273],
      [169.450575, -19.530612],
      [169.451988, -19.525413],
    ],
    pixelMetres: 0.59,
    bands: ['amplitude'],
    // every value of a byte is valid
    kind: 'uint16',
    noData: 65_535,
    shown: [0, 0, 0],
    stretch: [0, 150],
    place: { en: 'Mount Yasur, Vanuatu', zh: '瓦努阿图亚苏尔火山' },
    producer: 'Umbra',
    licence: 'CC-BY-4.0',
    attribution: 'Umbra Open Data, CC BY 4.0; time of day not recorded',
  },
];

const BY_ID = new Map(SAMPLES.map((sample) => [sample.productId, sample]));

/** The open sample with this product id, if it is one. */
export const sampleOf = (productId: string): Sample | undefined => BY_ID.get(productId);

/** The files of a sample with the names of their bands. */
export function readsOf({ file, bands, quality }: Sample): { file: string; bands: readonly string[] }[] {
  return [{ file, bands }, ...(quality === undefined ? [] : [{ file: quality, bands: ['quality'] }])];
}

/** The outline of a sample. */
export const sampleFootprint = ({ corners }: Sample): Footprint => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]!].map((corner) => [...corner])],
});
