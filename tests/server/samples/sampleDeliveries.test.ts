import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES, sampleFootprint, type Sample } from '../../../server/simulator/samples/sampleTable.ts';
import { sceneOfSample } from '../../../server/simulator/samples/samples.ts';
import { deliverScene } from '../../../server/simulator/supplier/deliverScene.ts';
import { sharedImages } from '../../../server/simulator/supplier/images.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { cogFaults, gdalInfo, gdalPython, hasGdal } from '../deliveries/gdal.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';

const sampleNamed = (name: string): Sample => SAMPLES.find(({ satellite }) => satellite === name)!;

describe.runIf(hasGdal)('the delivery of an open sample', () => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = await testFolder();
    await mkdir(folder.dataDir, { recursive: true });
  });
  afterAll(async () => {
    await sharedImages().close();
    await folder.remove();
  });

  /** Orders a sample in UTM. @returns the path of a delivered file */
  async function delivered(sample: Sample, orderNum: string, cropByAoi = false) {
    const geometry = sampleFootprint(sample);
    const [west, south] = [sample.corners[1]![0]!, sample.corners[1]![1]!];
    // the lower left quarter, about
    const [upper, right] = [sample.corners[0]!, sample.corners[2]!];
    const [middleX, middleY] = [(west + right[0]!) / 2, (south + upper[1]!) / 2];
    const aoi = aoiOf(
      cropByAoi
        ? {
            type: 'Polygon',
            coordinates: [
              [
                [west, south],
                [middleX, south],
                [middleX, middleY],
                [west, south],
              ],
            ],
          }
        : geometry,
    );
    const scene = { ...sceneOfSample(sample), importRoot: null };
    const order = { orderNum, productLevel: 'L2A', projection: 'UTM', cropByAoi } as const;
    const made = await deliverScene({ scene, aoi, order, files: folder.files, pixelsMax: 1_000_000 });
    const name = (ending: string) => made.find(({ fileName }) => fileName.endsWith(ending))!.fileName;
    return (ending: string) => folder.files.pathOf('deliveries', orderNum, name(ending));
  }

  const valuesAt = (file: string, places: string, ...mode: string[]): number[] =>
    execFileSync('gdallocationinfo', ['-valonly', ...mode, file], { input: places })
      .toString()
      .trim()
      .split(/\s+/)
      .map(Number);

  it.each(['Landsat 8', 'Landsat 7'])(
    'a pixel of %s has the value of the original file, at 1,000 places',
    async (name) => {
      const sample = sampleNamed(name);
      const tif = (await delivered(sample, `A-${name.slice(-1)}`))('.tif');
      const { geoTransform, size } = gdalInfo(sample.file);
      const [x0, dx, , y0, , dy] = geoTransform as [number, number, number, number, number, number];
      // centres of pixels inside the outline
      const places = Array.from({ length: 1000 }, (_, n) => {
        const u = 0.3 + 0.4 * ((n * 0.618_034) % 1);
        const v = 0.3 + 0.4 * ((n * 0.754_878) % 1);
        return `${x0 + (Math.floor(u * size[0]) + 0.5) * dx} ${y0 + (Math.floor(v * size[1]) + 0.5) * dy}`;
      }).join('\n');
      const expected = valuesAt(sample.file, places, '-geoloc');
      const found = valuesAt(tif, places, '-geoloc');
      const bands = sample.bands.length;
      const all = gdalInfo(tif).bands.length;
      expect(found.filter((_, at) => at % all < bands)).toEqual(expected);
      expect(cogFaults(tif)).toEqual({ errors: [], warnings: [] });
    },
  );

  it('the rotated radar image is delivered north up, its values interpolated between those of the file', async () => {
    const sample = sampleNamed('Umbra');
    const tif = (await delivered(sample, 'A-SAR'))('.tif');
    // GDAL reads the file and its rotated grid; the formula is the definition of bilinear interpolation
    const found = gdalPython<{ apart: number; count: number }>(
      `import json, sys, numpy as np
from osgeo import gdal
a, s = gdal.Open(sys.argv[1]), gdal.Open(sys.argv[2])
A, S, g = a.ReadAsArray().astype(float), s.ReadAsArray().astype(float), a.GetGeoTransform()
n = np.arange(1000)
c = ((0.35 + 0.3 * (n * 0.618034 % 1)) * a.RasterXSize).astype(int)
r = ((0.35 + 0.3 * (n * 0.754878 % 1)) * a.RasterYSize).astype(int)
x, y, t = g[0] + (c + 0.5) * g[1], g[3] + (r + 0.5) * g[5], gdal.InvGeoTransform(s.GetGeoTransform())
px, py = t[0] + t[1] * x + t[2] * y - 0.5, t[3] + t[4] * x + t[5] * y - 0.5
i, j = np.floor(px).astype(int), np.floor(py).astype(int)
u, v = px - i, py - j
e = (S[j, i] * (1 - u) + S[j, i + 1] * u) * (1 - v) + (S[j + 1, i] * (1 - u) + S[j + 1, i + 1] * u) * v
print(json.dumps({'apart': float(np.abs(A[r, c] - e).max()), 'count': len(e)}))`,
      tif,
      sample.file,
    );
    expect(found.count).toBe(1000);
    expect(found.apart).toBeLessThan(0.55);
  });

  it('a clipped sample has no data outside, and its Item says where it is from', async () => {
    const sample = sampleNamed('Landsat 8');
    const path = await delivered(sample, 'A-CLIP', true);
    const info = gdalInfo(path('.tif'));
    expect(info.bands.map(({ noDataValue }) => noDataValue)).toEqual([0, 0, 0, 0, 0]);
    const upperLeft = execFileSync('gdallocationinfo', ['-valonly', path('.tif')], { input: '1 1' });
    expect(upperLeft.toString().trim().split(/\s+/)).toEqual(['0', '0', '0', '0', '0']);
    const item = JSON.parse(await readFile(path('.json'), 'utf8')) as { properties: object };
    expect(item.properties).toMatchObject({
      gsd: 30,
      license: 'CC0-1.0',
      attribution: 'Landsat imagery courtesy of the U.S. Geological Survey',
      simulated: false,
    });
    expect(await readFile(path('LICENCE.txt'), 'utf8')).toContain('U.S. Geological Survey');
  });
});
