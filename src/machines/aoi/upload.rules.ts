import type { AreaDrawing } from '../../geo/area/areaDrawing.ts';
import type { FileReading } from '../../geo/check/areaReview.ts';
import type { FileNote } from '../../geo/read/readArea.ts';
import type { NoticeText } from '../shared/notice.ts';

/** A file as the page has it: the browser's File is one. Its bytes are read in a worker alone. */
export interface GivenFile {
  name: string;
  /** Bytes. */
  size: number;
}

/** Why a file can't be used, and where it is wrong, as far as that can be drawn. */
export interface FileRefusal {
  message: NoticeText;
  drawing: AreaDrawing | null;
}

/** §5: a single file. Null when it is one. */
export function filesRefusal(files: readonly GivenFile[]): FileRefusal | null {
  return files.length === 1
    ? null
    : { message: { key: 'upload.oneFile', params: { count: files.length } }, drawing: null };
}

/** Notes that tell nothing but what the dialog says of every file, or what no area has. */
const SILENT: readonly FileNote['kind'][] = ['wgs84Assumed', 'heightsDropped'];

/** What a person should still hear of an area that is used: choices that were made on the way. A review has told them. */
export function notesToTell({ notes, review }: FileReading): readonly NoticeText[] {
  if (review !== null) return [];
  return notes.filter(({ kind }) => !SILENT.includes(kind)).map(noteText);
}

/** A note as its sentence. */
export function noteText({ kind, ...params }: FileNote): NoticeText {
  return { key: `upload.note.${kind}`, params };
}
