import type { AreaGeometry } from '../area/areaGeometry.ts';
import type { FileNote } from './fileNote.ts';

/** The one area of a file, as the file has it: neither checked nor mended (aoiOf, examine). */
export interface ReadArea {
  geometry: AreaGeometry;
  notes: FileNote[];
}
