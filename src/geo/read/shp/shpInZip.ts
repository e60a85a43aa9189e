import { parseDbf } from 'shpjs';
import { GeometryError } from '../../geometryError.ts';
import { quoted, textOf } from '../fileText.ts';
import { FEATURES_MAX, FILE_BYTES_MAX, PRJ_BYTES_MAX } from '../limits.ts';
import { coordinateSystemOf, type CoordinateSystem } from '../crs/coordinateSystem.ts';
import {
  type FileFeature,
  type FileNote,
  nameOfProperties,
  NotOneFeature,
  onlyFeature,
  type ReadArea,
} from '../readArea.ts';
import { shpFeatures } from './shp.ts';
import { entriesOf, readEntry, type ReadEntryOptions, stemOf, type ZipEntry } from '../zip/zip.ts';

const isBeside = (one: ZipEntry, other: ZipEntry): boolean =>
  stemOf(one).toLowerCase() === stemOf(other).toLowerCase();

/** The .prj next to a .shp, or the only one: somebody has renamed one of them. */
function prjEntryOf(entries: readonly ZipEntry[], shp: ZipEntry): ZipEntry | undefined {
  const all = entries.filter(({ name }) => /\.prj$/i.test(name));
  return all.find((entry) => isBeside(entry, shp)) ?? (all.length === 1 ? all[0] : undefined);
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

/** Names of encodings that a .cpg has for others than TextDecoder's. */
const CODE_PAGE = /^(?:cp|ansi )?(\d{3,5})$/i;

/**
 * The names of a shapefile's features, by the fields of its .dbf; none if that can't be read.
 * @param last the place of the last record that is needed, from 0
 */
async function namesOf(
  archive: Uint8Array,
  entries: readonly ZipEntry[],
  shp: ZipEntry,
  last: number,
): Promise<string[]> {
  const besides = (ending: string) =>
    entries.find(({ name }) => name.toLowerCase() === `${stemOf(shp)}${ending}`.toLowerCase());
  const [dbf, cpg] = [besides('.dbf'), besides('.cpg')];
  if (dbf === undefined) return [];
  try {
    const bytes = await readEntry(archive, dbf);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // dBASE: the number of records
    view.setUint32(4, Math.min(view.getUint32(4, true), last + 1), true);
    const page =
      cpg === undefined ? 'utf-8' : textOf(await readEntry(archive, cpg, { maxBytes: 100 })).trim();
    return parseDbf(view, page.replace(CODE_PAGE, 'windows-$1')).map((row) => quoted(nameOfProperties(row)));
  } catch {
    return [];
  }
}

interface ZipOptions extends ReadEntryOptions {
  /** The system that the user picked, instead of the .prj. */
  system?: CoordinateSystem | undefined;
}

/** The features of one of an archive's shapefiles. @throws GeometryError projection, and those of readEntry and shpFeatures */
async function layerOf(
  archive: Uint8Array,
  entries: readonly ZipEntry[],
  shp: ZipEntry,
  options: ZipOptions,
): Promise<Features> {
  const entry = options.system === undefined ? prjEntryOf(entries, shp) : undefined;
  const prj = await prjOf(archive, entry);
  const system = options.system ?? (prj === null ? null : coordinateSystemOf(prj));
  const notes: FileNote[] = [];
  if (prj === null && system === null) notes.push({ kind: 'wgs84Assumed' });
  if (prj !== null && entry !== undefined && !isBeside(entry, shp))
    notes.push({ kind: 'prjRenamed', name: quoted(entry.name) });
  if (system !== null) notes.push({ kind: 'reprojected', name: system.name });
  const bytes = await readEntry(archive, shp, options);
  const { features, count } = shpFeatures(bytes, { system, isDeclared: prj !== null, notes });
  if (count < 2) return { features, count };
  const names = await namesOf(archive, entries, shp, features.at(-1)?.index ?? 0);
  return { features: features.map((one) => ({ ...one, name: names[one.index] ?? '' })), count };
}

/** The features of a file that are listed, and the number of all. */
interface Features {
  features: readonly FileFeature[];
  count: number;
}

/** The same of one of several shapefiles: its name says which. One that can't be read is a feature that can't be used. */
async function namedLayerOf(shp: ZipEntry, layer: Promise<Features>): Promise<Features> {
  const stem = quoted(stemOf(shp).replace(/^.*\//, ''));
  try {
    const { features, count } = await layer;
    if (count === 0) throw new NotOneFeature([], 0);
    const named = features.map(({ name, read }, index) => ({
      name: count === 1 ? stem : `${stem} ${name || index + 1}`,
      read,
    }));
    return { features: named, count };
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    const read = () => {
      throw error;
    };
    return { features: [{ name: stem, read }], count: 1 };
  }
}

/**
 * §5 Geometry file upload: a zip must contain one .shp file (case-insensitive); a .prj next to it, or the
 * only one, is used (decision 22). Two shapefiles are more than one feature (decision 21): theirs are listed. The .dbf
 * is inflated for the names of several features, nothing else.
 * @throws GeometryError noShp, tooLarge, singleFeature, projection, and those of readEntry and shpFeatures; the signal's
 * reason if aborted
 */
export async function readShpInZip(archive: Uint8Array, options: ZipOptions = {}): Promise<ReadArea> {
  const entries = entriesOf(archive);
  const files = entries.filter(({ name }) => /\.shp$/i.test(name));
  const [shp] = files;
  if (shp === undefined) throw new GeometryError('noShp');
  if (files.length === 1) {
    const { features, count } = await layerOf(archive, entries, shp, options);
    return onlyFeature(features, count);
  }
  const listed: FileFeature[] = [];
  let [count, bytes] = [0, 0];
  for (const file of files) {
    bytes += file.declaredBytes;
    if (bytes > FILE_BYTES_MAX || listed.length >= FEATURES_MAX) {
      // counted, but not read
      count++;
      continue;
    }
    const layer = await namedLayerOf(file, layerOf(archive, entries, file, options));
    listed.push(...layer.features);
    count += layer.count;
  }
  throw new NotOneFeature(listed, count);
}
