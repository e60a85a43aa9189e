import type { SnapshotFrom } from 'xstate';
import type { Aoi } from '../geo/aoi.ts';
import type { aoiMachine } from './aoi.machine.ts';
import type { CoordinateEntry } from './aoi.rules.ts';
import type { NoticeText } from './notice.ts';

type AoiSnapshot = SnapshotFrom<typeof aoiMachine>;

export const shownAoi = (aoi: AoiSnapshot): Aoi | null => aoi.context.aoi;
/** Whether the coordinate dialog is open. */
export const isEnteringCoordinates = (aoi: AoiSnapshot): boolean => aoi.matches('entering');
/** Why the entry can't be used. */
export const entryRefusal = (aoi: AoiSnapshot): NoticeText | null => aoi.context.refusal;

/** The field of the Center form that a refusal is about; null for all others. */
export function refusedField(
  refusal: NoticeText | null,
): Exclude<keyof Extract<CoordinateEntry, { tab: 'Center' }>, 'tab'> | null {
  if (refusal?.key !== 'errors.geometry.inputInvalid') return null;
  const field = refusal.params?.['field'];
  return field === 'longitude' || field === 'latitude' || field === 'widthKm' || field === 'heightKm'
    ? field
    : null;
}

/** Where in a WKT text the error is; line and column from 1, end behind the last column of the token. */
export interface WktPlace {
  line: number;
  column: number;
  end: number;
  /** A key of errors.wkt. */
  cause: string;
  token: string;
}

/** The place that a refusal of a WKT text names. */
export function wktPlaceOf(text: string, refusal: NoticeText | null): WktPlace | null {
  if (refusal?.key !== 'errors.geometry.wktIncorrect') return null;
  const { line, column, cause } = refusal.params ?? {};
  if (typeof line !== 'number' || typeof column !== 'number' || typeof cause !== 'string') return null;
  const rest = (text.split(/\r\n|\r|\n/)[line - 1] ?? '').slice(column - 1);
  // a bracket or comma is a token of its own; else everything up to the next of them or a space
  const token = /^(?:[^\s,()]+|[,()])/.exec(rest)?.[0] ?? '';
  return { line, column, end: column + token.length, cause, token };
}
