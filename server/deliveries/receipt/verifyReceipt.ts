import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fingerprintOf, isSignedBy, readReceipt, type Receipt, type ReceiptFile } from './receipt.ts';

/** What a receipt and the files beside it are worth. */
export interface Verified {
  /** Null if the file is no receipt. */
  receipt: Receipt | null;
  /** One sentence each, without a full stop; empty if everything is as it was delivered. */
  faults: string[];
  /** Files beside the receipt that it doesn't name. */
  others: string[];
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function faultOf(folder: string, { name, bytes, sha256 }: ReceiptFile): Promise<string | null> {
  // a receipt must not send the reader elsewhere
  if (path.basename(name) !== name) return `${name} is not the name of a file beside the receipt`;
  const file = path.join(folder, name);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return `${name} is missing`;
  if (found.size !== bytes) return `${name} has ${found.size} bytes, delivered were ${bytes}`;
  const actual = await sha256Of(file);
  return actual === sha256 ? null : `${name} has the SHA-256 ${actual}, delivered was ${sha256}`;
}

/**
 * Compares a receipt with this server's key and with the files in its folder.
 * @param file path of the receipt
 * @throws Error if it can't be read
 */
export async function verifyReceipt(file: string, key: KeyObject): Promise<Verified> {
  const receipt = readReceipt(await readFile(file, 'utf8'));
  if (receipt === null) return { receipt, faults: [`${path.basename(file)} is not a receipt`], others: [] };
  const faults: string[] = [];
  if (receipt.key.fingerprint !== fingerprintOf(key))
    faults.push(
      `the receipt names the key ${receipt.key.fingerprint}, this server's is ${fingerprintOf(key)}`,
    );
  if (!isSignedBy(receipt, key))
    faults.push('the signature does not fit: the receipt was changed, or another key signed it');
  const folder = path.dirname(file);
  for (const named of receipt.files) {
    const fault = await faultOf(folder, named);
    if (fault !== null) faults.push(fault);
  }
  const names = new Set([path.basename(file), ...receipt.files.map(({ name }) => name)]);
  const beside = await readdir(folder, { withFileTypes: true });
  const others = beside.filter((entry) => entry.isFile() && !names.has(entry.name)).map(({ name }) => name);
  return { receipt, faults, others: others.sort() };
}
