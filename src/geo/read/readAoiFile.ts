import { UPLOAD_EXTENSIONS } from '../../../contract/limits.ts';
import { GeometryError } from '../geometryError.ts';
import { quoted } from './fileText.ts';
import { coordinateSystemOf, type CoordinateSystem } from './crs/coordinateSystem.ts';
import { readGeojson } from './geojson.ts';
import { readKml } from './kml/kml.ts';
import { readKmz } from './kml/kmz.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX } from './limits.ts';
import type { ReadArea } from './readArea.ts';
import { readShp } from './shp/shp.ts';
import { readShpInZip } from './shp/shpInZip.ts';

export type { ReadArea } from './readArea.ts';

export type FileFormat = 'shp' | 'kml' | 'kmz' | 'geojson' | 'zip';

/** The file type by the name's ending, case-insensitive (§5); null for an ending not in §9, but for .json. */
export function formatOf(name: string): FileFormat | null {
  const lower = name.toLowerCase().replace(/\.json$/, '.geojson');
  const ending = UPLOAD_EXTENSIONS.find((extension) => lower.endsWith(extension));
  return ending === undefined ? null : (ending.slice(1) as FileFormat);
}

export interface AoiFile {
  name: string;
  bytes: Uint8Array;
}

export interface ReadOptions {
  /** Stops reading at the next step. */
  signal?: AbortSignal;
  /** Receives the share done, 0 to 1, rising. */
  onProgress?: (share: number) => void;
  /** The system that the user picked: the one of the file is missing or unknown. */
  system?: CoordinateSystem;
}

/** Share of the progress for inflating an archive's entry; parsing takes the rest. */
const INFLATE_SHARE = 0.5;

/**
 * §5 Geometry file upload: the one area of a file, unchecked (see checkArea). Any bytes give an area or an
 * error of the catalogue, within the bounds of limits.ts.
 * @throws GeometryError formatUnknown, tooLarge and those of the readers; the signal's reason if aborted
 */
export async function readAoiFile(file: AoiFile, options: ReadOptions = {}): Promise<ReadArea> {
  options.signal?.throwIfAborted();
  const format = formatOf(file.name);
  if (format === null) throw new GeometryError('formatUnknown', { name: quoted(file.name) });
  if (file.bytes.length > FILE_BYTES_MAX) throw new GeometryError('tooLarge', { maxMb: FILE_MIB_MAX });
  options.onProgress?.(0);
  const area = await areaOf(format, file.bytes, options);
  options.signal?.throwIfAborted();
  options.onProgress?.(1);
  return area;
}

/** Whether a file is a KMZ: an archive, whatever its name, or no XML under that name. */
function isKmz(format: FileFormat, bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 20));
  return format === 'kmz' ? !/^(?:\u00ef\u00bb\u00bf)?\s*</.test(head) : head.startsWith('PK\u0003\u0004');
}

async function areaOf(format: FileFormat, bytes: Uint8Array, options: ReadOptions): Promise<ReadArea> {
  const { system } = options;
  const inflating = {
    signal: options.signal,
    system,
    onInflated: (done: number, all: number) => options.onProgress?.((INFLATE_SHARE * done) / all),
  };
  switch (format) {
    case 'shp':
      return readShp(bytes, system);
    case 'kml':
    case 'kmz':
      // people rename one as the other
      return isKmz(format, bytes) ? readKmz(bytes, inflating) : readKml(bytes);
    case 'geojson':
      return readGeojson(bytes, system === undefined ? coordinateSystemOf : () => system);
    case 'zip':
      return readShpInZip(bytes, inflating);
  }
}
