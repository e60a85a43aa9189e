import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface FoundValue {
  file: string;
  /** The line in an ndjson file, else the position in the file's list, from 1. */
  place: number;
  /** Undefined if it isn't valid JSON. */
  value: unknown;
  /** Byte position across all files. */
  bytesRead: number;
}

/** Maximum size of an Item in memory; a larger one is refused. */
const VALUE_MAX = 64 * 1024 * 1024;

/** The files of an import: the file itself, or those of a folder and its subfolders, sorted by name. */
export async function importFiles(target: string): Promise<{ files: string[]; root: string; bytes: number }> {
  const info = await stat(target);
  const root = info.isDirectory() ? target : path.dirname(target);
  const files = info.isDirectory()
    ? (await readdir(target, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && /\.(json|geojson|ndjson|jsonl)$/i.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
    : [target];
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { files, root, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether each line is a separate value, judged by the file's name, else by its first line. */
async function isLineByLine(file: string): Promise<boolean> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return true;
  const handle = await open(file);
  try {
    for await (const line of handle.readLines({ autoClose: false, end: VALUE_MAX }))
      if (line.trim() !== '') {
        const value = parsed(line);
        return typeof value === 'object' && value !== null && !('features' in value);
      }
    return false;
  } finally {
    await handle.close();
  }
}

/** Nesting depth of a FeatureCollection's list; its Items are one level deeper. */
const LIST_DEPTH = 2;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Splits a streamed JSON text into its Items: the elements of the outermost `features` list, or the outermost
 * objects. Holds at most one Item in memory.
 */
export class ItemCutter {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isInList = false;
  #isCapturing = false;
  /** Whether the outermost level has something other than an object. */
  #isStray = false;
  /** The beginning of the current value, from earlier chunks. */
  #carried = '';
  /** The last string in the outermost object: the current member's name. */
  #name = '';
  #start = 0;
  #nameStart = 0;

  /** Whether the text is truncated, or has something other than objects. */
  get isUnfinished(): boolean {
    return this.#depth !== 0 || this.#inString || this.#isStray;
  }

  /** The values that a chunk completes; undefined for invalid JSON. @throws RangeError if a value is too large */
  *push(piece: string): Generator<unknown> {
    this.#start = 0;
    this.#nameStart = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.#inString) this.#passString(code, piece, at);
      else if (code === QUOTE) this.#openString(at);
      else if (code === 0x7b || code === 0x5b) this.#open(code === 0x5b, at);
      else if (code === 0x7d || code === 0x5d) {
        const value = this.#close(piece, at);
        if (value !== null) yield parsed(value);
      } else if (this.#depth === 0 && code > 32 && code !== 0xfeff) this.#isStray = true;
    }
    if (this.#isCapturing) this.#carried += piece.slice(this.#start);
    if (this.#inString && this.#depth === 1) this.#name += piece.slice(this.#nameStart);
    if (this.#carried.length > VALUE_MAX) throw new RangeError('an Item is larger than can be read');
  }

  #openString(at: number): void {
    this.#inString = true;
    if (this.#depth === 0) this.#isStray = true;
    if (this.#depth !== 1) return;
    this.#name = '';
    this.#nameStart = at + 1;
  }

  #passString(code: number, piece: string, at: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) {
      this.#inString = false;
      if (this.#depth === 1) this.#name += piece.slice(this.#nameStart, at);
    }
  }

  #open(isList: boolean, at: number): void {
    if (isList && this.#depth === 1 && this.#name === 'features') {
      this.#isInList = true;
      this.#isCapturing = false;
      this.#carried = '';
    }
    this.#depth++;
    if (this.#depth !== (this.#isInList ? LIST_DEPTH + 1 : 1)) return;
    this.#isCapturing = true;
    this.#carried = '';
    this.#start = at;
  }

  /** @returns the text of the value that ends at this character, or null */
  #close(piece: string, at: number): string | null {
    const isValue = this.#isCapturing && this.#depth === (this.#isInList ? LIST_DEPTH + 1 : 1);
    if (this.#isInList && this.#depth === LIST_DEPTH) this.#isInList = false;
    this.#depth--;
    if (this.#depth < 0) {
      this.#depth = 0;
      this.#isStray = true;
    }
    if (!isValue) return null;
    this.#isCapturing = false;
    const text = this.#carried + piece.slice(this.#start, at + 1);
    this.#carried = '';
    return text;
  }
}

async function* linesOf(file: string, before: number): AsyncGenerator<FoundValue> {
  const stream = createReadStream(file, 'utf8');
  let place = 0;
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    place++;
    if (line.trim() !== '') yield { file, place, value: parsed(line), bytesRead: before + stream.bytesRead };
  }
}

async function* valuesOf(file: string, before: number): AsyncGenerator<FoundValue> {
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  const cutter = new ItemCutter();
  let place = 0;
  for await (const piece of stream)
    for (const value of cutter.push(String(piece)))
      yield { file, place: ++place, value, bytesRead: before + stream.bytesRead };
  if (cutter.isUnfinished)
    yield { file, place: place + 1, value: undefined, bytesRead: before + stream.bytesRead };
}

/** Yields every value of the files, one at a time, without holding a whole file in memory. */
export async function* readValues(files: readonly string[]): AsyncGenerator<FoundValue> {
  let before = 0;
  for (const file of files) {
    yield* (await isLineByLine(file)) ? linesOf(file, before) : valuesOf(file, before);
    before += (await stat(file)).size;
  }
}
