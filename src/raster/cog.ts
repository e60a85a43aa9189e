import { BIG_HEADER_BYTES, bigTiffHeader, classicHeader, entriesOf, type TiffImage } from './geotiff.ts';
import { BIG, CLASSIC, directoryBytes, padded, type Flavour } from './tiffDirectory.ts';

/** Side of a tile of a Cloud Optimized GeoTIFF, pixels (GDAL's default). */
export const COG_TILE = 512;
/** Bytes before and after each tile: its length, and its last four bytes again. */
export const TILE_LEADER = 4;
export const TILE_TRAILER = 4;
/** Files from here on are BigTIFF: classic positions have 32 bits. */
const CLASSIC_MAX = 0xff_00_00_00;

/** One resolution of the file. */
export interface CogLevel {
  width: number;
  height: number;
  /** Length of each tile in row order, bytes, without leader and trailer. */
  lengths: readonly number[];
}

/**
 * What GDAL reads before the directories to fetch a tile with one request
 * (GDAL's COG driver, "Header ghost area").
 */
function structuralMetadata(): Uint8Array {
  const content =
    'LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n' +
    'BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n ';
  const size = String(content.length).padStart(6, '0');
  return new TextEncoder().encode(`GDAL_STRUCTURAL_METADATA_SIZE=${size} bytes\n${content}`);
}

/** Bytes of a level's tiles with leaders and trailers. */
const bytesOf = ({ lengths }: CogLevel): number =>
  lengths.reduce((sum, length) => sum + TILE_LEADER + length + TILE_TRAILER, 0);

/** The directories in a row, each with the positions of its tiles. */
function directories(
  images: readonly TiffImage[],
  levels: readonly CogLevel[],
  { flavour, first, starts }: { flavour: Flavour; first: number; starts: readonly number[] },
): Uint8Array[] {
  let at = first;
  return images.map((image, n) => {
    let end = starts[n]!;
    const { lengths } = levels[n]!;
    const offsets = lengths.map(
      (length) => (end += TILE_LEADER + length + TILE_TRAILER) - length - TILE_TRAILER,
    );
    const entries = entriesOf(image, { layout: 'tiles', isDeflated: true, offsets, lengths });
    const size = padded(directoryBytes(entries, flavour, at).length, flavour.align);
    const isLast = n === images.length - 1;
    const bytes = new Uint8Array(size);
    bytes.set(directoryBytes(entries, flavour, at, isLast ? 0 : at + size));
    at += size;
    return bytes;
  });
}

/**
 * The beginning of a Cloud Optimized GeoTIFF: header and directories. The tiles follow, level by level from the
 * coarsest, each level in row order, each tile with its leader and trailer.
 * @param image the image at full resolution, in deflated tiles
 * @param levels full resolution first, each next one half as large
 */
export function cogHead(image: TiffImage, levels: readonly CogLevel[]): Uint8Array {
  const tiled = { ...image, tile: COG_TILE };
  const images = levels.map(({ width, height }, n): TiffImage => {
    if (n === 0) return tiled;
    const { description: _, metadata: __, ...rest } = tiled;
    return { ...rest, width, height, place: null, isOverview: true };
  });
  const ghost = structuralMetadata();
  const sizes = levels.map(bytesOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const isBig = total + levels.reduce((sum, { lengths }) => sum + lengths.length * 16, 0) > CLASSIC_MAX;
  const flavour = isBig ? BIG : CLASSIC;
  const first = padded((isBig ? BIG_HEADER_BYTES : 8) + ghost.length, flavour.align);
  const measure = directories(images, levels, { flavour, first, starts: sizes.map(() => 0) });
  const begin = first + measure.reduce((sum, bytes) => sum + bytes.length, 0);
  // the coarsest level comes first
  let end = begin;
  const starts = sizes.map(() => 0);
  for (let n = levels.length - 1; n >= 0; n--) {
    starts[n] = end;
    end += sizes[n]!;
  }
  const head = new Uint8Array(begin);
  const header = isBig ? bigTiffHeader(first) : classicHeader(first);
  head.set(header, 0);
  head.set(ghost, header.length);
  let at = first;
  for (const bytes of directories(images, levels, { flavour, first, starts })) {
    head.set(bytes, at);
    at += bytes.length;
  }
  return head;
}
