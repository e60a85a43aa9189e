import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SearchDump } from '../../contract/saved.ts';
import type { KeptScene } from '../search/scenes.ts';

/** A saved search (docs/decisions/085): the scenes as archived then, without signed preview addresses. */
export interface SavedResult {
  condition: SearchDump['condition'];
  scenes: readonly KeptScene[];
  resultStatus: SearchDump['resultStatus'];
}

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

export async function packResult(result: SavedResult): Promise<Buffer> {
  return packed(JSON.stringify(result));
}

/** Reverses packResult. */
export async function unpackResult(dump: Buffer): Promise<SavedResult> {
  // only packResult writes this data
  return JSON.parse((await unpacked(dump)).toString()) as SavedResult;
}
