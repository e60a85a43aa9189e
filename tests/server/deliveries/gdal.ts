import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's Python has the bindings; another Python of the PATH need not. */
const PYTHON = '/usr/bin/python3';
const GDALINFO = '/usr/bin/gdalinfo';

function hasBindings(): boolean {
  if (!existsSync(PYTHON)) return false;
  try {
    execFileSync(PYTHON, ['-c', 'from osgeo_utils.samples import validate_cloud_optimized_geotiff'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Whether GDAL's programs and Python bindings are installed (gdal-bin, python3-gdal). */
export const hasGdal = existsSync(GDALINFO) && hasBindings();

/** What a script of Python with GDAL prints, read as JSON. */
export function gdalPython<T>(script: string, ...args: readonly string[]): T {
  return JSON.parse(execFileSync(PYTHON, ['-c', script, ...args], { encoding: 'utf8' })) as T;
}

/** GDAL's own judgement of a file: its errors and warnings. */
export function cogFaults(file: string): { errors: string[]; warnings: string[] } {
  return gdalPython(
    `import json, sys
from osgeo_utils.samples import validate_cloud_optimized_geotiff as v
warnings, errors, _ = v.validate(sys.argv[1], full_check=True)
print(json.dumps({'errors': errors, 'warnings': warnings}))`,
    file,
  );
}

export interface GdalInfo {
  driverShortName: string;
  size: [number, number];
  geoTransform: number[];
  coordinateSystem: { wkt: string };
  metadata: Record<string, Record<string, string>>;
  bands: {
    type: string;
    block: [number, number];
    colorInterpretation: string;
    description?: string;
    noDataValue?: number;
    checksum: number;
    overviews?: { size: [number, number] }[];
    metadata: Record<string, Record<string, string>>;
  }[];
}

export function gdalInfo(file: string): GdalInfo {
  return JSON.parse(execFileSync(GDALINFO, ['-json', '-checksum', file], { encoding: 'utf8' })) as GdalInfo;
}
