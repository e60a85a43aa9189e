import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SearchDump } from '../../../contract/saved.ts';
import type { KeptScene } from '../../db/search/scenes.saved.ts';

/** What a saved search keeps (docs/decisions/085): scenes as the archive knew them, without the signed address of a picture. */
export interface SavedResult {
  condition: SearchDump['condition'];
  scenes: readonly KeptScene[];
  resultStatus: SearchDump['resultStatus'];
}

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** As it is stored. */
export async function packResult(result: SavedResult): Promise<Buffer> {
  return packed(JSON.stringify(result));
}

/** What packResult packed. */
export async function unpackResult(dump: Buffer): Promise<SavedResult> {
  // nobody but packResult writes what is read here
  return JSON.parse((await unpacked(dump)).toString()) as SavedResult;
}
