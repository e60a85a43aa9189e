import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { deliveries, ID, scene } from './deliveries.ts';
import { cogFaults, gdalInfo, hasGdal } from './gdal.ts';

describe.runIf(hasGdal)(
  'delivered images as GDAL reads them (where gdal-bin and python3-gdal are installed)',
  () => {
    const deliver = deliveries();
    const SENSORS = [
      ['OPTICAL', ['Red', 'Green', 'Blue', 'Undefined'], ['red', 'green', 'blue', 'nir']],
      ['SAR', ['Gray'], ['amplitude']],
      ['NIGHT', ['Red', 'Green', 'Blue'], ['red', 'green', 'blue']],
    ] as const;
    it.each(SENSORS)(
      'the image of %s is a valid COG with overviews, no data, colours and statistics',
      async (sensorType, colours, bands) => {
        const ordered = { ...scene, facts: { ...scene.facts, sensorType } };
        const { pathOf } = await deliver(
          { projection: 'UTM', cropByAoi: false },
          { ordered, pixelsMax: 2_000_000 },
        );
        const file = pathOf(`${ID}_L3A.tif`);
        expect(cogFaults(file)).toEqual({ errors: [], warnings: [] });
        const info = gdalInfo(file);
        expect(info.metadata['IMAGE_STRUCTURE']).toMatchObject({ LAYOUT: 'COG', COMPRESSION: 'DEFLATE' });
        expect(info.metadata['']).toMatchObject({ TIFFTAG_IMAGEDESCRIPTION: `SIMULATED ${ID}` });
        expect(info.coordinateSystem.wkt).toContain('ID["EPSG",32648]');
        expect(info.bands.map((band) => band.colorInterpretation)).toEqual(colours);
        expect(info.bands.map((band) => band.description)).toEqual(bands);
        for (const band of info.bands) {
          expect(band).toMatchObject({ type: 'Byte', block: [512, 512], noDataValue: 0 });
          expect(band.overviews?.map(({ size }) => size)).toEqual([
            [777, 644],
            [389, 322],
          ]);
          expect(band.checksum).toBeGreaterThan(0);
        }
        const item = JSON.parse(await readFile(pathOf(`${ID}_L3A.json`), 'utf8'));
        const asset = item.assets[`${ID}_L3A`];
        const [west, stepX, , north, , stepY] = info.geoTransform;
        expect(asset['proj:shape']).toEqual(info.size.toReversed());
        expect(asset['proj:transform']).toEqual([stepX, 0, west, 0, stepY, north]);
      },
    );
  },
);
