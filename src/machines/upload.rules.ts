import type { AreaGeometry } from '../geo/aoi.ts';

/** A file as the page has it: the browser's File is one. */
export interface GivenFile {
  name: string;
  /** Bytes. */
  size: number;
  arrayBuffer: () => Promise<ArrayBuffer>;
}

/** Something that was mended in an area, as data for a sentence. */
export interface Mending {
  kind: string;
  count?: number | undefined;
  ring?: number | undefined;
}

/** What a file came to. Areas in km². */
export interface FileReading {
  /** As it stands in the file. */
  before: AreaGeometry;
  /** As it can be used. */
  geometry: AreaGeometry;
  mendings: readonly Mending[];
  areaBefore: number;
  areaAfter: number;
}

/** Whether anything was mended that the person should see before it is used. */
export function isChanged(reading: FileReading): boolean {
  return reading.mendings.length > 0;
}
