import { aoiOf } from '../geo/aoi.ts';
import { drawnArea, drawnTogether, type AreaDrawing } from '../geo/area/areaDrawing.ts';
import { polygonsOf, verticesOf, type AreaGeometry } from '../geo/area/areaGeometry.ts';
import { viewBoundsOf } from '../geo/entry/bbox.ts';
import { checkArea } from '../geo/check/checkArea.ts';
import { GeometryError } from '../geo/geometryError.ts';
import { pickedSystemOf, type PickedSystem } from '../geo/read/crs/coordinateSystem.ts';
import type { NamedSystem } from '../geo/read/crs/systemNames.ts';
import { quoted } from '../geo/read/fileText.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX, VERTICES_MAX } from '../geo/read/limits.ts';
import { type FileFeature, isOfferNote, NotOneFeature } from '../geo/read/readArea.ts';
import { formatOf, readAoiFile, type ReadArea } from '../geo/read/readAoiFile.ts';
import { stemOf } from '../geo/read/zip/zip.ts';
import {
  areaOfOutcome,
  type FileOffer,
  type FileOutcome,
  type OfferedFeature,
  placeOf,
  questionOf,
  reviewOf,
} from '../geo/check/areaReview.ts';

/** The worker reads the file: its bytes are never in the page's memory. */
export interface AoiFileRequest {
  file: Blob;
  name: string;
  /** The system that the user picked for it. */
  system?: NamedSystem | null;
}

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

function refused(
  { key, params }: GeometryError,
  drawing: AreaDrawing | null,
  offer: FileOffer | null = null,
): FileOutcome {
  return { type: 'file.refused', refusal: { message: { key, params }, drawing, offer } };
}

/** Checks and repairs an area, and draws its small maps in the worker, to keep the page responsive. */
function examined({ geometry, notes }: ReadArea, onShare?: (share: number) => void): FileOutcome {
  const found = checkArea(geometry, 'shortest', onShare);
  if (found.verdict === 'refused') return refused(found.refusal, drawingOf(geometry, found.refusal));
  if (found.verdict === 'unclear') return { type: 'file.unclear', question: questionOf(found), notes };
  const isOffer = notes.some(isOfferNote);
  const repairs = found.verdict === 'valid' && !isOffer ? null : reviewOf(geometry, found);
  const review = repairs && { ...repairs, isProposal: repairs.isProposal || isOffer };
  return { type: 'file.read', reading: { aoi: aoiOf(found.geometry, 'shortest'), notes, review } };
}

/** One of several features: its area, or why it can't be used. */
function outcomeOf(feature: FileFeature): { outcome: FileOutcome; vertices: number } {
  try {
    const area = feature.read();
    return { outcome: examined(area), vertices: verticesOf(polygonsOf(area.geometry)) };
  } catch (error) {
    if (error instanceof GeometryError) return { outcome: refused(error, null), vertices: 0 };
    throw error;
  }
}

/** Adds to an outcome how well the place of its area is known in a picked system, with a note if the shift isn't known there. */
type Placing = (outcome: FileOutcome) => FileOutcome;
const placingIn =
  ({ off }: NamedSystem, { accuracyAt }: PickedSystem): Placing =>
  (outcome) => {
    const aoi = areaOfOutcome(outcome);
    if (outcome.type === 'file.refused' || aoi === null) return outcome;
    const [west, south, east, north] = viewBoundsOf(aoi.geometry);
    const accuracy = accuracyAt((west + east) / 2, (south + north) / 2);
    const picked = { drawing: drawnArea(aoi.geometry), accuracy };
    if (accuracy !== null) return { ...outcome, picked };
    const note = { kind: 'shiftUnknown', metres: off ?? 0 } as const;
    return outcome.type === 'file.unclear'
      ? { ...outcome, picked, notes: [...outcome.notes, note] }
      : { ...outcome, picked, reading: { ...outcome.reading, notes: [...outcome.reading.notes, note] } };
  };

/**
 * The features of a file with several, each checked as a file's only one is. They end where they have more vertices than
 * a file may have. Of a file without polygons nothing is offered.
 * @param name of the file
 */
function offerOf(
  given: readonly FileFeature[],
  name: string,
  placing: Placing,
  onShare: (share: number) => void,
): FileOffer | null {
  const features: OfferedFeature[] = [];
  let total = 0;
  for (const [index, feature] of given.entries()) {
    onShare(index / given.length);
    const { outcome, vertices } = outcomeOf(feature);
    total += vertices;
    features.push({
      name: quoted(feature.name) || `${quoted(stemOf({ name }))} ${index + 1}`,
      outcome: placing(outcome),
      outline: null,
    });
    if (total > VERTICES_MAX) break;
  }
  if (features.every(({ outcome }) => isOtherType(outcome))) return null;
  const areas = features.map(({ outcome }) => areaOfOutcome(outcome)?.geometry ?? null);
  const { outlines, grid } = drawnTogether(areas);
  return { features: features.map((one, index) => ({ ...one, outline: outlines[index]! })), grid };
}

/** Whether a feature is a point, a line or the like. */
const isOtherType = (outcome: FileOutcome): boolean =>
  outcome.type === 'file.refused' && outcome.refusal.message.key === 'errors.file.geometryType';

/**
 * §5 Geometry file upload: reads a file as an area or a message of the catalogue. An unexpected error is
 * logged, and the file counts as unreadable (§8, decision 23).
 * @param onProgress receives the share done, 0 to 1, in steps of at least one percent
 */
export async function readFile(
  request: AoiFileRequest,
  onProgress: (share: number) => void,
): Promise<FileOutcome> {
  let reported = 0;
  const progress = (share: number) => {
    if (share - reported < STEP) return;
    reported = share;
    onProgress(share);
  };
  const checked = (share: number) => progress(READ + share * (1 - READ));
  let placing: Placing = (outcome) => outcome;
  try {
    refuseUnseen(request);
    const picked = request.system ? pickedSystemOf(request.system.code, request.system.name) : null;
    if (request.system && picked !== null) placing = placingIn(request.system, picked);
    const bytes = await bytesOf(request.file, (share) => progress(share * FETCHED));
    const area = await readAoiFile(
      { name: request.name, bytes },
      {
        onProgress: (share) => progress(FETCHED + share * (READ - FETCHED)),
        ...(picked !== null && { system: picked.system }),
      },
    );
    return placing(examined(area, checked));
  } catch (error) {
    if (error instanceof GeometryError)
      return refused(
        error,
        null,
        error instanceof NotOneFeature ? offerOf(error.features, request.name, placing, checked) : null,
      );
    console.error(`${request.name} could not be read:`, error);
    return refused(new GeometryError('unreadable'), null);
  }
}
