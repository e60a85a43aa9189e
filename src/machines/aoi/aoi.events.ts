import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { GivenFile } from './upload/upload.rules.ts';

/** Where an AOI came from; decides whether the map moves to it. */
export type AoiOrigin = 'drawn' | 'typed' | 'file' | 'saved' | 'address' | 'undone' | 'cleared';

/** How an AOI was made, independent of undo; its card shows this. */
export type AoiSource =
  | { kind: 'drawn' }
  | { kind: 'typed' }
  | { kind: 'file'; name: string }
  /** From the list of saved AOIs, with its id there, or from a saved search. */
  | { kind: 'saved'; name: string; id?: number }
  /** From the page address (decision 33), which has the map's position too. */
  | { kind: 'address' };

export interface AoiDrawn {
  type: 'aoi.drawn';
  geometry: AreaGeometry;
}

/** A file was read and its repairs, if any, were accepted. The area was checked and measured in the worker. */
export interface AreaRead {
  type: 'area.read';
  aoi: Aoi;
  /** Of the file. */
  name: string;
  /** Shown as messages. */
  notes: readonly NoticeText[];
}

/** The AOI is to be removed. */
export interface AoiCleared {
  type: 'aoi.cleared';
}

export interface AoiChanged {
  type: 'aoi.changed';
  aoi: Aoi | null;
  origin: AoiOrigin;
}

/** The place in the AOI was found; null if none is known there. */
export interface AoiNamed {
  type: 'aoi.named';
  /** Of the AOI. */
  wkt: string;
  place: string | null;
}

/** A saved area is used again; it was checked and measured before. */
export interface AoiRecalled {
  type: 'aoi.recalled';
  aoi: Aoi;
  source: AoiSource;
}

/** An AOI was saved, so the list of saved AOIs is out of date. */
export interface AoiSaved {
  type: 'aoi.saved';
}

/** A dialog of the AOI opens over the map; the portal ends the map's mode first. */
export interface AoiDialogOpened {
  type: 'upload.opened' | 'coordinates.opened' | 'saving.opened';
}

/** Files were chosen in the dialog, or dropped on the map. */
export interface FilesGiven {
  type: 'files.given';
  files: readonly GivenFile[];
}
