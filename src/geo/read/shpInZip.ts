import { GeometryError } from '../geometryError.ts';
import type { FileNote } from './fileNote.ts';
import { textOf } from './fileText.ts';
import { PRJ_BYTES_MAX } from './limits.ts';
import { coordinateSystemOf, type CoordinateSystem } from './prj.ts';
import type { ReadArea } from './readArea.ts';
import { readShp } from './shp.ts';
import { entriesOf, readEntry, type ReadEntryOptions, type ZipEntry } from './zip.ts';

function stemOf(entry: ZipEntry): string {
  return entry.name.replace(/\.[^./]*$/, '').toLowerCase();
}

/** The .prj beside a .shp; one that is no text of reasonable length names no system that could be known. */
async function systemBeside(
  archive: Uint8Array,
  entries: readonly ZipEntry[],
  shp: ZipEntry,
): Promise<CoordinateSystem | null> {
  const prj = entries.find((entry) => /\.prj$/i.test(entry.name) && stemOf(entry) === stemOf(shp));
  if (prj === undefined) return null;
  if (prj.declaredBytes > PRJ_BYTES_MAX) throw new GeometryError('projection', { name: '?' });
  const bytes = await readEntry(archive, prj, { maxBytes: PRJ_BYTES_MAX });
  return bytes.length === 0 ? null : coordinateSystemOf(textOf(bytes));
}

/**
 * §5 Geometry file upload: a zip must contain a .shp file (case-insensitive); a .prj beside it is heeded (decision 22). Two
 * shapefiles are more than a single feature, whatever they hold (decision 21). Nothing else is inflated.
 * @throws GeometryError noShp, singleFeature, projection, and what readEntry and readShp throw; the signal's reason when it
 * is aborted
 */
export async function readShpInZip(archive: Uint8Array, options: ReadEntryOptions = {}): Promise<ReadArea> {
  const entries = entriesOf(archive);
  const files = entries.filter(({ name }) => /\.shp$/i.test(name));
  const [shp] = files;
  if (shp === undefined) throw new GeometryError('noShp');
  if (files.length > 1) throw new GeometryError('singleFeature', { count: files.length });
  const system = await systemBeside(archive, entries, shp);
  const bytes = await readEntry(archive, shp, options);
  const geometry = readShp(bytes, system?.reproject ?? undefined);
  const notes: FileNote[] = [];
  if (system === null) notes.push({ kind: 'wgs84Assumed' });
  else if (system.reproject !== null) notes.push({ kind: 'reprojected', name: system.name });
  return { geometry, notes };
}
