import { GeometryError } from '../../geometryError.ts';
import { quoted } from '../fileText.ts';
import { readKml } from './kml.ts';
import { type FileFeature, type FileNote, NotOneFeature, onlyFeature, type ReadArea } from '../readArea.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX } from '../limits.ts';
import { entriesOf, readEntry, type ReadEntryOptions, stemOf, type ZipEntry } from '../zip/zip.ts';

/** Refusals of a KML without a polygon: another of the archive may have one. */
const EMPTY: ReadonlySet<string> = new Set(['noArea', 'linkOnly', 'empty']);

/**
 * §5 Geometry file upload: a KMZ must contain a .kml file. doc.kml is read, else the first (OGC 12-007r2, annex C). If
 * it has no polygon, the one that has is read: many programs put links into doc.kml, and a file for each layer.
 * @throws GeometryError noKml, singleFeature, and what readEntry and readKml throw; the signal's reason if it is aborted
 */
export async function readKmz(archive: Uint8Array, options: ReadEntryOptions = {}): Promise<ReadArea> {
  const files = entriesOf(archive)
    .filter(({ name }) => /\.kml$/i.test(name))
    .sort((a, b) => Number(isRoot(b)) - Number(isRoot(a)));
  if (files.length === 0) throw new GeometryError('noKml');
  const features: FileFeature[] = [];
  let [count, bytes]: [number, number] = [0, 0];
  let refusal: GeometryError | null = null;
  for (const [index, file] of files.entries()) {
    bytes += file.declaredBytes;
    if (bytes > FILE_BYTES_MAX) throw new GeometryError('tooLarge', { maxMb: FILE_MIB_MAX });
    const note: FileNote = { kind: 'fileOfArchive', name: quoted(file.name) };
    const noted = (area: ReadArea) => (files.length === 1 ? area : { ...area, notes: [note, ...area.notes] });
    try {
      const area = readKml(await readEntry(archive, file, options));
      features.push({ name: quoted(stemOf(file)), read: () => noted(area) });
      count++;
    } catch (error) {
      if (error instanceof NotOneFeature) {
        features.push(...error.features.map(({ name, read }) => ({ name, read: () => noted(read()) })));
        count += error.count;
      } else if (error instanceof GeometryError && EMPTY.has(error.code)) refusal ??= error;
      else throw error;
    }
    // the archive's own file says what it shows
    if (index === 0 && count > 0) break;
  }
  if (count > 0) return onlyFeature(features, count);
  const isInside = files.some(({ name }) => quoted(name) === refusal?.params['name']);
  throw refusal !== null && !isInside ? refusal : new GeometryError('noArea');
}

const isRoot = ({ name }: ZipEntry): boolean => /^doc\.kml$/i.test(name);
