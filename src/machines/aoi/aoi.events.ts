import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { GivenFile } from './upload.rules.ts';

/** Where an AOI came from; decides whether the map goes there. */
export type AoiOrigin = 'drawn' | 'typed' | 'file' | 'saved' | 'address' | 'undone' | 'cleared';

/** How an AOI was made, whatever undo did with it since: what its card calls it. */
export type AoiSource =
  | { kind: 'drawn' }
  | { kind: 'typed' }
  | { kind: 'file'; name: string }
  /** From the list of saved AOIs, or from a saved search. */
  | { kind: 'saved'; name: string }
  /** From the page address (decision 33); the address says itself where the map stands. */
  | { kind: 'address' };

export interface AoiDrawn {
  type: 'aoi.drawn';
  geometry: AreaGeometry;
}

/** A file was read, and what was mended in it agreed to. The area was checked and measured where it was read. */
export interface AreaRead {
  type: 'area.read';
  aoi: Aoi;
  /** The file's. */
  name: string;
  /** What else is to be said of it. */
  notes: readonly NoticeText[];
}

/** The AOI is to go. */
export interface AoiCleared {
  type: 'aoi.cleared';
}

export interface AoiChanged {
  type: 'aoi.changed';
  aoi: Aoi | null;
  origin: AoiOrigin;
}

/** An area that was kept comes back; it was checked and measured before. */
export interface AoiRecalled {
  type: 'aoi.recalled';
  aoi: Aoi;
  source: AoiSource;
}

/** An AOI was saved: the list of saved ones is out of date. */
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
