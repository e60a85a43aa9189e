import { GeometryError } from '../../geometryError.ts';
import { textOf } from '../fileText.ts';
import { PRJ_BYTES_MAX } from '../limits.ts';
import { coordinateSystemOf } from '../crs/coordinateSystem.ts';
import type { ReadArea, FileNote } from '../readArea.ts';
import { readShp } from './shp.ts';
import { entriesOf, readEntry, type ReadEntryOptions, type ZipEntry } from '../zip/zip.ts';

function stemOf(entry: ZipEntry): string {
  return entry.name.replace(/\.[^./]*$/, '').toLowerCase();
}

/**
 * The text of the .prj next to a .shp; null if it is missing or empty.
 * @throws GeometryError projection if it is too long for a coordinate system, and what readEntry throws
 */
async function prjOf(
  archive: Uint8Array,
  entries: readonly ZipEntry[],
  shp: ZipEntry,
): Promise<string | null> {
  const prj = entries.find((entry) => /\.prj$/i.test(entry.name) && stemOf(entry) === stemOf(shp));
  if (prj === undefined) return null;
  if (prj.declaredBytes > PRJ_BYTES_MAX) throw new GeometryError('projection', { name: '?' });
  const bytes = await readEntry(archive, prj, { maxBytes: PRJ_BYTES_MAX });
  return bytes.length === 0 ? null : textOf(bytes);
}

/**
 * §5 Geometry file upload: a zip must contain one .shp file (case-insensitive); a .prj next to it is used
 * (decision 22). Two shapefiles are more than one feature (decision 21). Nothing else is inflated.
 * @throws GeometryError noShp, singleFeature, projection, and those of readEntry and readShp; the signal's
 * reason if aborted
 */
export async function readShpInZip(archive: Uint8Array, options: ReadEntryOptions = {}): Promise<ReadArea> {
  const entries = entriesOf(archive);
  const files = entries.filter(({ name }) => /\.shp$/i.test(name));
  const [shp] = files;
  if (shp === undefined) throw new GeometryError('noShp');
  if (files.length > 1) throw new GeometryError('singleFeature', { count: files.length });
  const prj = await prjOf(archive, entries, shp);
  const system = prj === null ? null : coordinateSystemOf(prj);
  const geometry = readShp(await readEntry(archive, shp, options), system, prj !== null);
  const notes: FileNote[] = [];
  if (prj === null) notes.push({ kind: 'wgs84Assumed' });
  if (system !== null) notes.push({ kind: 'reprojected', name: system.name });
  return { geometry, notes };
}
