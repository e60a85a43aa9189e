import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { FullScene } from '../scenes.ts';
import { getFrom } from '../../base/outgoing/get.ts';
import type { Config } from '../../base/settings/config.ts';

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

/** Which pictures on other servers are fetched. */
export interface RemotePictures {
  /** Those of imported Items too, not only those of a source that the operator added. */
  areImportsFetched: boolean;
  /** Whether they may be on the operator's own network. */
  isPrivateAllowed: boolean;
}

/** Only those of sources, from the internet. */
export const ONLY_SOURCES: RemotePictures = { areImportsFetched: false, isPrivateAllowed: false };

/** The settings as the previews need them. */
export const remotePictures = (
  config: Pick<Config, 'fetchThumbnails' | 'sourcesPrivate'>,
): RemotePictures => ({
  areImportsFetched: config.fetchThumbnails,
  isPrivateAllowed: config.sourcesPrivate,
});

/** The bytes of a remote picture; null if it is slow, too large, on a forbidden host or not a picture. */
async function remoteBytes(href: string, isPrivateAllowed: boolean): Promise<Buffer | null> {
  const limits = { maxBytes: FETCH_MAX_BYTES, timeMs: FETCH_TIMEOUT_MS, isPrivateAllowed };
  const answer = await getFrom(href, limits).catch(() => null);
  return answer?.status === 200 && answer.headers['content-type']?.startsWith('image/') === true
    ? answer.body
    : null;
}

/**
 * The preview of an imported Item: its thumbnail asset (docs/decisions/264), as WebP.
 * @param size longest side in pixels
 * @returns null if there is none
 */
export async function thumbnailOf(
  scene: FullScene,
  size: number,
  remote: RemotePictures,
): Promise<Buffer | null> {
  const { quicklookHref: href, importRoot, facts } = scene;
  if (href === null) return null;
  const isRemote = /^https?:\/\//i.test(href);
  const isOfSource = typeof facts.source === 'string';
  if (isRemote && !isOfSource && !remote.areImportsFetched) return null;
  const bytes = isRemote
    ? await remoteBytes(href, remote.isPrivateAllowed)
    : importRoot === null
      ? null
      : await localBytes(importRoot, href);
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

const NO_PREVIEW = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="-12 -12 48 48" fill="none"
  stroke="#838E9B" stroke-width="0.9" stroke-linecap="round" stroke-linejoin="round"><rect x="-12" y="-12" width="48" height="48"
  fill="#ECEFF3" stroke="none"/><rect x="6" y="7" width="12" height="10" rx="1.2"/><circle cx="9.4" cy="10.2" r="1"/>
  <path d="m6.4 16.2 3.4-3 2.1 1.8 2.6-2.6 3.2 3.2"/><path d="M5 19 19 5"/></svg>`;

let neutral: Promise<Buffer> | undefined;

/** A neutral picture for scenes without a preview. */
export function noPreview(): Promise<Buffer> {
  neutral ??= sharp(Buffer.from(NO_PREVIEW)).webp({ lossless: true }).toBuffer();
  return neutral;
}
