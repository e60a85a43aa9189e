import { UPLOAD_EXTENSIONS } from '../../../contract/limits.ts';
import { GeometryError } from '../geometryError.ts';
import { quoted } from './fileText.ts';
import { readGeojson } from './geojson.ts';
import { readKml } from './kml/kml.ts';
import { readKmz } from './kml/kmz.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX } from './limits.ts';
import type { ReadArea } from './readArea.ts';
import { readShp } from './shp/shp.ts';
import { readShpInZip } from './shp/shpInZip.ts';

export type { ReadArea } from './readArea.ts';

export type FileFormat = 'shp' | 'kml' | 'kmz' | 'geojson' | 'zip';

/** The file type by the name's ending, case-insensitive (§5); null for an ending not in §9. */
export function formatOf(name: string): FileFormat | null {
  const lower = name.toLowerCase();
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

async function areaOf(format: FileFormat, bytes: Uint8Array, options: ReadOptions): Promise<ReadArea> {
  const inflating = {
    signal: options.signal,
    onInflated: (done: number, all: number) => options.onProgress?.((INFLATE_SHARE * done) / all),
  };
  switch (format) {
    case 'shp':
      return { geometry: readShp(bytes), notes: [{ kind: 'wgs84Assumed' }] };
    case 'kml':
      return readKml(bytes);
    case 'geojson':
      return readGeojson(bytes);
    case 'kmz':
      return readKmz(bytes, inflating);
    case 'zip':
      return readShpInZip(bytes, inflating);
  }
}
