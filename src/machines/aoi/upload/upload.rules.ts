import type { AreaDrawing } from '../../../geo/area/areaDrawing.ts';
import type { FileReading } from '../../../geo/check/areaReview.ts';
import type { FileNote } from '../../../geo/read/readArea.ts';
import type { NoticeText } from '../../shared/notice.ts';
import { changeText, keepsGround, type AskedArea } from '../areaReview.rules.ts';

/** The part of the browser's File that the page uses. Only the worker reads its bytes. */
export interface GivenFile {
  name: string;
  /** Bytes. */
  size: number;
}

/** Why a file can't be used, with its faulty place drawn if it has one. */
export interface FileRefusal {
  message: NoticeText;
  drawing: AreaDrawing | null;
}

/** A file whose outline can mean several areas. */
export interface AskedFile extends AskedArea {
  notes: FileReading['notes'];
}

/** §5: the refusal of several files; null for a single one. */
export function filesRefusal(files: readonly GivenFile[]): FileRefusal | null {
  return files.length === 1
    ? null
    : { message: { key: 'upload.oneFile', params: { count: files.length } }, drawing: null };
}

/** Notes that are not shown: the dialog says the first of every file, and no area has heights. */
const SILENT: readonly FileNote['kind'][] = ['wgs84Assumed', 'heightsDropped'];

/** Whether the area of a file is used only if the user agrees: its repair changed the ground, or may have. */
export const needsConsent = ({ review }: FileReading): boolean =>
  review !== null && (review.isProposal || !keepsGround(review.changes));

/** The messages about a file that is used without a review, which would have shown them. */
export function shownNotes(reading: FileReading): readonly NoticeText[] {
  if (needsConsent(reading)) return [];
  return [
    ...(reading.review?.changes ?? []).map(changeText),
    ...reading.notes.filter(({ kind }) => !SILENT.includes(kind)).map(noteText),
  ];
}

/** The message about a note. */
export function noteText({ kind, ...params }: FileNote): NoticeText {
  return { key: `upload.note.${kind}`, params };
}
