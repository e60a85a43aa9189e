import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RasterError } from '../../../../src/raster/delivered/rasterError.ts';
import type { ByteSource } from '../../../../src/raster/delivered/rasterFile.ts';

/** A file that GDAL makes. */
export interface MadeFile {
  type: 'Byte' | 'UInt16';
  bands: number;
  width: number;
  height: number;
  epsg: number;
  /** GDAL's order: x, its change by column and row, y, its change by column and row. */
  transform: readonly number[];
  options: readonly string[];
  /** Reduced versions in the file. */
  overviews?: boolean;
  /** Whether the file names the middles of pixels. */
  isPoint?: boolean;
}

const folder = mkdtempSync(path.join(tmpdir(), 'groundtrack-raster-'));
// files of tests in one process share this module
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let made = 0;

/** A repeatable random number in 0..1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Writes a GeoTIFF of random samples with GDAL. @returns its path */
export function madeFile({
  type,
  bands,
  width,
  height,
  epsg,
  transform,
  options,
  overviews,
  isPoint,
}: MadeFile): string {
  const stem = path.join(folder, `image${++made}`);
  const random = randomFrom(made);
  const bytes = type === 'Byte' ? 1 : 2;
  const raw = Buffer.alloc(width * height * bands * bytes);
  for (let at = 0; at < raw.length; at++) raw[at] = Math.floor(random() * 256);
  writeFileSync(`${stem}.raw`, raw);
  const band = (
    at: number,
  ) => `<VRTRasterBand dataType="${type}" band="${at + 1}" subClass="VRTRawRasterBand">
    <SourceFilename relativeToVRT="1">${path.basename(stem)}.raw</SourceFilename>
    <ImageOffset>${at * width * height * bytes}</ImageOffset><PixelOffset>${bytes}</PixelOffset>
    <LineOffset>${width * bytes}</LineOffset><ByteOrder>LSB</ByteOrder></VRTRasterBand>`;
  writeFileSync(
    `${stem}.vrt`,
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>EPSG:${epsg}</SRS>
     ${isPoint === true ? '<Metadata><MDI key="AREA_OR_POINT">Point</MDI></Metadata>' : ''}
     <GeoTransform>${transform.join(', ')}</GeoTransform>
     ${Array.from({ length: bands }, (_, at) => band(at)).join('\n')}</VRTDataset>`,
  );
  const created = options.flatMap((option) => ['-co', option]);
  execFileSync('/usr/bin/gdal_translate', ['-q', ...created, `${stem}.vrt`, `${stem}.tif`]);
  if (overviews === true) execFileSync('/usr/bin/gdaladdo', ['-q', '-r', 'average', `${stem}.tif`, '2', '4']);
  return `${stem}.tif`;
}

/** The samples of all bands at places in degrees, as gdallocationinfo reads them. */
export function gdalValues(file: string, places: readonly (readonly [number, number])[]): number[][] {
  const input = places.map(([longitude, latitude]) => `${longitude} ${latitude}`).join('\n');
  const text = execFileSync('/usr/bin/gdallocationinfo', ['-valonly', '-wgs84', file], {
    input: `${input}\n`,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const numbers = text.trim().split(/\s+/).map(Number);
  const bands = numbers.length / places.length;
  return places.map((_, at) => numbers.slice(at * bands, (at + 1) * bands));
}

/** The bytes of a file, as ranges would bring them. */
export function bytesOf(file: string): ByteSource {
  const content = readFileSync(file);
  return {
    read: async (offset, length) => {
      if (offset >= content.length) throw new RasterError('notTiff');
      return Uint8Array.from(content.subarray(offset, offset + length));
    },
  };
}
