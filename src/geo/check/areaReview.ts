import type { AreaGeometry, Aoi } from '../aoi.ts';
import type { MessageParams } from '../../../contract/messages.ts';
import { drawnPair, type AreaDrawing, type AreaOutline, type AreaPair } from '../area/areaDrawing.ts';
import type { SketchGrid } from '../area/sketch.ts';
import { latOf, lonOf, polygonsOf, type Ring } from '../area/areaGeometry.ts';
import type { Change } from './areaChange.ts';
import { drawnFromPole, type PoleDrawing } from '../antimeridian/poleDrawing.ts';
import type { AreaReading, UnclearCheck, UsableCheck } from './checkArea.ts';
import type { GeometryError } from '../geometryError.ts';
import type { FileNote } from '../read/readArea.ts';

/** Shown before a repaired area is used. Areas in km². */
export interface AreaReview extends AreaPair {
  /** Whether the area is another than before: the user agrees to a proposal, not to the repair of a fault. */
  isProposal: boolean;
  changes: readonly Change[];
  areaBefore: number;
  areaAfter: number;
  verticesBefore: number;
}

/** Refusals with a place in the outline. */
const PLACED: ReadonlySet<string> = new Set(['selfCrossing', 'holeOutside', 'partsOverlap']);

/** The place of an error in the outline, longitude and latitude in degrees; null if it has none. */
export function placeOf({ code, params: { lon, lat } }: GeometryError): readonly [number, number] | null {
  return PLACED.has(code) && typeof lon === 'number' && typeof lat === 'number' ? [lon, lat] : null;
}

const isClosed = (ring: Ring): boolean =>
  ring.length > 1 && lonOf(ring[0]) === lonOf(ring.at(-1)) && latOf(ring[0]) === latOf(ring.at(-1));

/** The number of vertices, without closing positions; rings may be open. */
function verticesOf(geometry: AreaGeometry): number {
  return polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + ring.length - (isClosed(ring) ? 1 : 0), 0);
}

/**
 * The repairs of an area, with the area before and after drawn as small maps.
 * @param wrong a place in the given area, marked in its drawing
 */
export function reviewOf(
  given: AreaGeometry,
  found: UsableCheck,
  wrong: readonly [number, number] | null = null,
): AreaReview {
  return {
    isProposal: found.verdict === 'proposed',
    changes: found.changes,
    areaBefore: found.areaBefore,
    areaAfter: found.areaAfter,
    verticesBefore: verticesOf(given),
    ...drawnPair(given, found.geometry, wrong),
  };
}

/** A file with a usable area. */
export interface FileReading {
  aoi: Aoi;
  notes: readonly FileNote[];
  /** Null if the file's area needed no repair. */
  review: AreaReview | null;
}

/** Why a file can't be used, with its faulty place drawn if it has one. */
export interface FileRefusal {
  message: { key: string; params?: MessageParams };
  drawing: AreaDrawing | null;
  /** Of a file that must have one feature, and has several. */
  offer?: FileOffer | null;
}

/** Where an area lies in the system that the user picked for its file. */
interface PickedPlace {
  drawing: AreaDrawing;
  /** The metres that EPSG states for the shift there, -1 if it states none; null if no shift is known there. */
  accuracy: number | null;
}

/** What is made of a file, or of one of its features: a usable area, a question which area is meant, or a refusal. */
export type FileOutcome =
  | { type: 'file.read'; reading: FileReading; picked?: PickedPlace }
  | { type: 'file.unclear'; question: AreaQuestion; notes: FileReading['notes']; picked?: PickedPlace }
  | { type: 'file.refused'; refusal: FileRefusal };

/** The features of a file, to choose from (decision 37): as many as are within the limits of one file. */
export interface FileOffer {
  features: readonly OfferedFeature[];
  /** The grid of the map on which their outlines are. */
  grid: SketchGrid;
}

export interface OfferedFeature {
  /** Its name in the file, else the file's with a number. */
  name: string;
  outcome: FileOutcome;
  /** Null if it can't be used. */
  outline: AreaOutline | null;
}

/** The area that a feature would be, or most likely means; null if it can't be used. */
export function areaOfOutcome(outcome: FileOutcome): Aoi | null {
  if (outcome.type === 'file.read') return outcome.reading.aoi;
  return outcome.type === 'file.unclear' ? (outcome.question.choices[0]?.aoi ?? null) : null;
}

/** What an unclear area can mean, drawn as seen from above a pole, in the same frame as the others. */
export interface AreaChoice extends AreaReading {
  drawing: PoleDrawing;
}

/** The question which of several areas is meant. */
export interface AreaQuestion {
  choices: readonly AreaChoice[];
}

/** The question about an unclear area. */
export function questionOf({ readings }: UnclearCheck): AreaQuestion {
  const drawings = drawnFromPole(readings.map(({ aoi }) => aoi));
  return { choices: readings.map((reading, index) => ({ ...reading, drawing: drawings[index]! })) };
}
