import { aoiOf } from '../geo/aoi.ts';
import { drawnArea, type AreaDrawing } from '../geo/area/areaDrawing.ts';
import type { AreaGeometry } from '../geo/area/areaGeometry.ts';
import { checkArea } from '../geo/check/checkArea.ts';
import { GeometryError } from '../geo/geometryError.ts';
import { quoted } from '../geo/read/fileText.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX } from '../geo/read/limits.ts';
import { isOfferNote } from '../geo/read/readArea.ts';
import { formatOf, readAoiFile, type ReadArea } from '../geo/read/readAoiFile.ts';
import {
  placeOf,
  questionOf,
  reviewOf,
  type AreaQuestion,
  type FileReading,
} from '../geo/check/areaReview.ts';

/** The worker reads the file: its bytes are never in the page's memory. */
export interface AoiFileRequest {
  file: Blob;
  name: string;
}

/**
 * A usable area; a question which area is meant; or why the file can't be used, with the place of the error drawn if
 * it has one.
 */
export type AoiFileAnswer =
  | { type: 'file.read'; reading: FileReading }
  | { type: 'file.unclear'; question: AreaQuestion; notes: FileReading['notes'] }
  | {
      type: 'file.refused';
      refusal: { message: Pick<GeometryError, 'key' | 'params'>; drawing: AreaDrawing | null };
    };

/** The progress after fetching the bytes and after reading the area. */
const FETCHED = 0.3;
const READ = 0.7;
/** Smallest progress that is reported. */
const STEP = 0.01;

/** Refuses by ending and size, before a byte is fetched. @throws GeometryError */
function refuseUnseen({ file, name }: AoiFileRequest): void {
  if (formatOf(name) === null) throw new GeometryError('formatUnknown', { name: quoted(name) });
  if (file.size > FILE_BYTES_MAX) throw new GeometryError('tooLarge', { maxMb: FILE_MIB_MAX });
}

/** The bytes of a file, fetched in pieces. @throws GeometryError if the file changes meanwhile */
async function bytesOf(file: Blob, onShare: (share: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    // the file has grown since the user picked it
    if (at + value.length > bytes.length) throw new GeometryError('unreadable');
    bytes.set(value, at);
    at += value.length;
    onShare(at / bytes.length);
  }
}

function drawingOf(geometry: AreaGeometry, error: GeometryError): AreaDrawing | null {
  const place = placeOf(error);
  return place === null ? null : drawnArea(geometry, place);
}

function refused({ key, params }: GeometryError, drawing: AreaDrawing | null): AoiFileAnswer {
  return { type: 'file.refused', refusal: { message: { key, params }, drawing } };
}

/** Checks and repairs an area, and draws its small maps in the worker, to keep the page responsive. */
function examined({ geometry, notes }: ReadArea, onShare: (share: number) => void): AoiFileAnswer {
  const found = checkArea(geometry, 'shortest', onShare);
  if (found.verdict === 'refused') return refused(found.refusal, drawingOf(geometry, found.refusal));
  if (found.verdict === 'unclear') return { type: 'file.unclear', question: questionOf(found), notes };
  const isOffer = notes.some(isOfferNote);
  const repairs = found.verdict === 'valid' && !isOffer ? null : reviewOf(geometry, found);
  const review = repairs && { ...repairs, isProposal: repairs.isProposal || isOffer };
  return { type: 'file.read', reading: { aoi: aoiOf(found.geometry, 'shortest'), notes, review } };
}

/**
 * §5 Geometry file upload: reads a file as an area or a message of the catalogue. An unexpected error is
 * logged, and the file counts as unreadable (§8, decision 23).
 * @param onProgress receives the share done, 0 to 1, in steps of at least one percent
 */
export async function readFile(
  request: AoiFileRequest,
  onProgress: (share: number) => void,
): Promise<AoiFileAnswer> {
  let reported = 0;
  const progress = (share: number) => {
    if (share - reported < STEP) return;
    reported = share;
    onProgress(share);
  };
  try {
    refuseUnseen(request);
    const bytes = await bytesOf(request.file, (share) => progress(share * FETCHED));
    const area = await readAoiFile(
      { name: request.name, bytes },
      { onProgress: (share) => progress(FETCHED + share * (READ - FETCHED)) },
    );
    return examined(area, (share) => progress(READ + share * (1 - READ)));
  } catch (error) {
    if (error instanceof GeometryError) return refused(error, null);
    console.error(`${request.name} could not be read:`, error);
    return refused(new GeometryError('unreadable'), null);
  }
}
