import { GeometryError } from '../../geometryError.ts';
import { quoted } from '../fileText.ts';
import { readKml } from './kml.ts';
import type { ReadArea, FileNote } from '../readArea.ts';
import { entriesOf, readEntry, type ReadEntryOptions } from '../zip/zip.ts';

/**
 * §5 Geometry file upload: a KMZ must contain a .kml file. Of several, doc.kml is read, else the first
 * (OGC 12-007r2, annex C). The rest of the archive is not inflated.
 * @throws GeometryError noKml, and what readEntry and readKml throw; the signal's reason if it is aborted
 */
export async function readKmz(archive: Uint8Array, options: ReadEntryOptions = {}): Promise<ReadArea> {
  const files = entriesOf(archive).filter(({ name }) => /\.kml$/i.test(name));
  const chosen = files.find(({ name }) => /^doc\.kml$/i.test(name)) ?? files[0];
  if (chosen === undefined) throw new GeometryError('noKml');
  const area = readKml(await readEntry(archive, chosen, options));
  if (files.length === 1) return area;
  const note: FileNote = { kind: 'fileOfArchive', name: quoted(chosen.name) };
  return { ...area, notes: [note, ...area.notes] };
}
