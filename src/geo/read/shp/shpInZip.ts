import { GeometryError } from '../../geometryError.ts';
import { quoted, textOf } from '../fileText.ts';
import { PRJ_BYTES_MAX } from '../limits.ts';
import { coordinateSystemOf } from '../crs/coordinateSystem.ts';
import type { ReadArea, FileNote } from '../readArea.ts';
import { readShp } from './shp.ts';
import { entriesOf, readEntry, type ReadEntryOptions, type ZipEntry } from '../zip/zip.ts';

function stemOf(entry: ZipEntry): string {
  return entry.name.replace(/\.[^./]*$/, '').toLowerCase();
}

/** The .prj next to a .shp, or the only one: somebody has renamed one of them. */
function prjEntryOf(entries: readonly ZipEntry[], shp: ZipEntry): ZipEntry | undefined {
  const all = entries.filter(({ name }) => /\.prj$/i.test(name));
  return all.find((entry) => stemOf(entry) === stemOf(shp)) ?? (all.length === 1 ? all[0] : undefined);
}

/**
 * The text of a .prj; null if it is missing or empty.
 * @throws GeometryError projection if it is too long for a coordinate system, and what readEntry throws
 */
async function prjOf(archive: Uint8Array, prj: ZipEntry | undefined): Promise<string | null> {
  if (prj === undefined) return null;
  if (prj.declaredBytes > PRJ_BYTES_MAX) throw new GeometryError('projection', { name: '?' });
  const bytes = await readEntry(archive, prj, { maxBytes: PRJ_BYTES_MAX });
  return bytes.length === 0 ? null : textOf(bytes);
}

/**
 * §5 Geometry file upload: a zip must contain one .shp file (case-insensitive); a .prj next to it, or the
 * only one, is used (decision 22). Two shapefiles are more than one feature (decision 21). Nothing else is inflated.
 * @throws GeometryError noShp, singleFeature, projection, and those of readEntry and readShp; the signal's
 * reason if aborted
 */
export async function readShpInZip(archive: Uint8Array, options: ReadEntryOptions = {}): Promise<ReadArea> {
  const entries = entriesOf(archive);
  const files = entries.filter(({ name }) => /\.shp$/i.test(name));
  const [shp] = files;
  if (shp === undefined) throw new GeometryError('noShp');
  if (files.length > 1) throw new GeometryError('singleFeature', { count: files.length });
  const entry = prjEntryOf(entries, shp);
  const prj = await prjOf(archive, entry);
  const system = prj === null ? null : coordinateSystemOf(prj);
  const geometry = readShp(await readEntry(archive, shp, options), system, prj !== null);
  const notes: FileNote[] = [];
  if (prj === null) notes.push({ kind: 'wgs84Assumed' });
  else if (entry !== undefined && stemOf(entry) !== stemOf(shp))
    notes.push({ kind: 'prjRenamed', name: quoted(entry.name) });
  if (system !== null) notes.push({ kind: 'reprojected', name: system.name });
  return { geometry, notes };
}
