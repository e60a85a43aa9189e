import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The contract terms of an order: their address, and the SHA-256 (hexadecimal) of the document. */
export interface Terms {
  url: string;
  /** Null if another site serves the document. */
  sha256: string | null;
}

const CLIENT = fileURLToPath(new URL('../../dist', import.meta.url));
/** A placeholder origin, to test whether an address is relative to this site. */
const HERE = 'http://localhost.invalid/';

/**
 * The terms at `TERMS_URL`, hashed if they are a file of the client.
 * @param folder of the client's files
 */
export async function readTerms(url: string, folder: string = CLIENT): Promise<Terms> {
  const { origin, pathname } = new URL(url, HERE);
  if (`${origin}/` !== HERE) return { url, sha256: null };
  const content = await readFile(path.join(folder, decodeURIComponent(pathname))).catch(() => null);
  return { url, sha256: content && createHash('sha256').update(content).digest('hex') };
}
