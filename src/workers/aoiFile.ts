import { aoiOf } from '../geo/aoi.ts';
import { drawnArea, type AreaDrawing } from '../geo/area/areaDrawing.ts';
import type { AreaGeometry } from '../geo/area/areaGeometry.ts';
import { examine } from '../geo/check/checkArea.ts';
import { GeometryError } from '../geo/geometryError.ts';
import { quoted } from '../geo/read/fileText.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX } from '../geo/read/limits.ts';
import { formatOf, readAoiFile, type ReadArea } from '../geo/read/readAoiFile.ts';
import { placeOf, reviewOf } from '../machines/aoi/areaReview.rules.ts';
import type { ReaderEvent } from '../machines/aoi/upload.machine.ts';
import type { FileReading } from '../machines/aoi/upload.rules.ts';

/** What the worker is asked. It fetches the file's bytes by itself: they never lie on the page. */
export interface AoiFileRequest {
  file: Blob;
  name: string;
}

/** How the work is shared out: up to which share the bytes are fetched, and up to which the area is read. */
const FETCHED = 0.3;
const READ = 0.7;
/** The least progress that is told. */
const STEP = 0.01;

/** Refused before a byte is fetched: the ending and the size tell. */
function refuseUnseen({ file, name }: AoiFileRequest): void {
  if (formatOf(name) === null) throw new GeometryError('formatUnknown', { name: quoted(name) });
  if (file.size > FILE_BYTES_MAX) throw new GeometryError('tooLarge', { maxMb: FILE_MIB_MAX });
}

/** The bytes of a file, fetched in pieces. */
async function bytesOf(file: Blob, tell: (share: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    // a file that grew since it was chosen is another one
    if (at + value.length > bytes.length) throw new GeometryError('unreadable');
    bytes.set(value, at);
    at += value.length;
    tell(at / bytes.length);
  }
}

function drawingOf(geometry: AreaGeometry, error: GeometryError): AreaDrawing | null {
  const place = placeOf(error);
  return place === null ? null : drawnArea(geometry, place);
}

function refusalEvent(error: GeometryError, drawing: AreaDrawing | null): ReaderEvent {
  return { type: 'file.refused', refusal: { message: { key: error.key, params: error.params }, drawing } };
}

/** What the AOI doctor says of an area that was read; the small maps are drawn here, where time does not matter. */
function examined({ geometry, notes }: ReadArea): ReaderEvent {
  const found = examine(geometry, 'shortest');
  if (found.verdict === 'refused') return refusalEvent(found.refusal, drawingOf(geometry, found.refusal));
  const reading: FileReading = {
    aoi: aoiOf(found.geometry, 'shortest'),
    notes,
    review: found.verdict === 'healthy' ? null : reviewOf(geometry, found),
  };
  return { type: 'file.read', reading };
}

/**
 * §5 Geometry file upload: what a file comes to. Every way ends in an area or in a message of the catalogue; what was not
 * foreseen is logged and said as a failure to read (§8, decision 23).
 * @param tell told of the progress, in steps that are worth it
 */
export async function eventOfFile(
  request: AoiFileRequest,
  tell: (event: ReaderEvent) => void,
): Promise<ReaderEvent> {
  let told = 0;
  const progress = (share: number) => {
    if (share - told < STEP) return;
    told = share;
    tell({ type: 'reading.progressed', share });
  };
  try {
    refuseUnseen(request);
    const bytes = await bytesOf(request.file, (share) => progress(share * FETCHED));
    const area = await readAoiFile(
      { name: request.name, bytes },
      { onProgress: (share) => progress(FETCHED + share * (READ - FETCHED)) },
    );
    return examined(area);
  } catch (error) {
    if (error instanceof GeometryError) return refusalEvent(error, null);
    console.error(`${request.name} could not be read:`, error);
    return refusalEvent(new GeometryError('unreadable'), null);
  }
}
