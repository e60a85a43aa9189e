/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The files of the product (decision 35: all state is in the database and here): a folder below DATA_DIR, or an object store
 * (docs/decisions/242). Names are given in parts; a part that could leave the store is refused.
 */
export interface FileStore {
  /** This machine's folder, absolute: of the stored files, or of those that are being made and of copies. */
  readonly root: string;
  /**
   * Where a file or folder is on this machine. With an object store it is there while it is made, or as a copy.
   * @throws RangeError if a part is empty, '.', '..', or contains a separator or a null character
   */
  pathOf(...parts: string[]): string;
  /**
   * Writes a file completely or not at all.
   * @param mode who may read it; 0o600 for secrets
   * @returns its path or address, for the log
   */
  write(parts: readonly string[], content: Uint8Array | string, mode?: number): Promise<string>;
  /** Makes a file that was written beside its place a stored one, completely or not at all. */
  adopt(temporary: string, parts: readonly string[]): Promise<void>;
  /** Stores a copy of a file of this machine, which may be at its place already. */
  put(file: string, parts: readonly string[]): Promise<void>;
  /** Copies a stored file, flushed to the disk. @throws Error with code ENOENT if there is none */
  copyTo(file: string, parts: readonly string[]): Promise<void>;
  /** The path of a file for reading at any place, copied to this machine once. Only an object store notices here that there is none (ENOENT). */
  local(...parts: string[]): Promise<string>;
  /** Its content, or a part of it. @throws Error with code ENOENT if there is none */
  read(parts: readonly string[], range?: ByteRange): Promise<ReadableStream>;
  /** An address from which anyone can download a file for a minute; null if only this program can send it. */
  link(parts: readonly string[], as: { contentType: string; disposition: string }): Promise<string | null>;
  /** Names of the files in a folder, without those being made. */
  list(folder: string): Promise<string[]>;
  /** Removes a file, or a folder with everything in it. */
  remove(...parts: [string, ...string[]]): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** The file's size in bytes, or null if it doesn't exist. */
  sizeOf(...parts: string[]): Promise<number | null>;
  /** Writes a file and removes it. @returns the free bytes of this machine's disk */
  probe(): Promise<number>;
  /** Bytes that can be stored beside a reserve of this machine's disk, which is negative when it is used. */
  room(reserve: number): Promise<number>;
  /** The file's size in bytes and its SHA-256, hexadecimal; or null if it doesn't exist. */
  checksumOf(...parts: string[]): Promise<{ bytes: number; sha256: string } | null>;
}

/** @throws RangeError if it could leave the store */
export function checkedPart(part: string): string {
  if (part === '' || part === '.' || part === '..' || /[/\\\0]/.test(part))
    throw new RangeError(`not a file name: ${JSON.stringify(part)}`);
  return part;
}
