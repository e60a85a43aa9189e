import path from 'node:path';
import type { FileStore } from './fileStore.ts';
import { openFolder } from './folder.ts';
import type { ObjectPlace } from './bucket.ts';
import { openObjects } from './objects.ts';

/** Opens the file store: the object store of FILES_URL, else a folder of the data folder. */
export function openFiles(dataDir: string, place: ObjectPlace | null = null): FileStore {
  const folder = openFolder(path.resolve(dataDir, 'files'));
  return place === null ? folder : openObjects(folder, place);
}
