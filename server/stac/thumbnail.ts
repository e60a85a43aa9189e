import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { FullScene } from '../db/search/scenes.ts';

const FILE_MAX_BYTES = 20 * 1024 * 1024;
const FETCH_MAX_BYTES = 5 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 8_000;
/** 100 megapixels; larger pictures are rejected. */
const PIXELS_MAX = 100_000_000;

/** The bytes of a local thumbnail; null unless its resolved path is in the imported folder. */
async function localBytes(root: string, href: string): Promise<Buffer | null> {
  try {
    const inside = await realpath(root);
    const file = await realpath(path.resolve(inside, href));
    if (!file.startsWith(inside + path.sep)) return null;
    const { size } = await stat(file);
    return size > FILE_MAX_BYTES ? null : await readFile(file);
  } catch {
    return null;
  }
}

/** The bytes of a remote picture; null if it is slow, too large, on a forbidden host or not a picture. */
async function remoteBytes(href: string): Promise<Buffer | null> {
  try {
    const reply = await fetch(href, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!reply.ok || !reply.body || !reply.headers.get('content-type')?.startsWith('image/')) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of reply.body) {
      size += chunk.byteLength;
      if (size > FETCH_MAX_BYTES) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}

/**
 * The preview of an imported Item: its thumbnail asset (docs/decisions/025), as WebP.
 * @param size longest side in pixels
 * @param fetchRemote whether pictures on other servers may be fetched; an operator's setting
 * @returns null if there is none
 */
export async function thumbnailOf(
  scene: FullScene,
  size: number,
  fetchRemote: boolean,
): Promise<Buffer | null> {
  const href = scene.quicklookHref;
  if (href === null) return null;
  const isRemote = /^https?:\/\//i.test(href);
  if (isRemote && !fetchRemote) return null;
  const bytes = isRemote
    ? await remoteBytes(href)
    : scene.importRoot === null
      ? null
      : await localBytes(scene.importRoot, href);
  if (bytes === null) return null;
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX }).resize(size, size, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  return picture
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null);
}

const NO_PREVIEW = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 24 24" fill="none"
  stroke="#838E9B" stroke-width="0.9" stroke-linecap="round" stroke-linejoin="round"><rect width="24" height="24"
  fill="#ECEFF3" stroke="none"/><rect x="6" y="7" width="12" height="10" rx="1.2"/><circle cx="9.4" cy="10.2" r="1"/>
  <path d="m6.4 16.2 3.4-3 2.1 1.8 2.6-2.6 3.2 3.2"/><path d="M5 19 19 5"/></svg>`;

let neutral: Promise<Buffer> | undefined;

/** A neutral picture for scenes without a preview. */
export function noPreview(): Promise<Buffer> {
  neutral ??= sharp(Buffer.from(NO_PREVIEW)).webp({ lossless: true }).toBuffer();
  return neutral;
}
