import { open, rm } from 'node:fs/promises';
import { COG_TILE, cogHead } from '../../../src/raster/cog.ts';
import { samplesOf, type RasterPlace, type SampleKind, type Samples } from '../../../src/raster/geotiff.ts';
import type { SourceBand } from './pixelSource.ts';
import { bandMetadata, tallyOf, type BandStatistics } from './bandMetadata.ts';
import { halve, openLevelFile, writeAll, type LevelFile } from './levelFile.ts';

export interface CogImage {
  width: number;
  height: number;
  kind: SampleKind;
  noData: number;
  bands: readonly SourceBand[];
  place: RasterPlace;
  description: string;
}

/** The coarsest resolution, in one tile. */
export interface CogPreview {
  width: number;
  height: number;
  bands: readonly Samples[];
}

export interface WrittenCog {
  statistics: readonly (BandStatistics | null)[];
  preview: CogPreview;
}

/** A tile's place among those of its resolution. */
interface TilePlace {
  column: number;
  row: number;
}

/**
 * Writes a Cloud Optimized GeoTIFF tile by tile, with one tile a resolution in memory: the four tiles under one of the
 * next resolution follow one another.
 */
export interface CogWriter {
  /** The tiles in the order in which they are written. */
  readonly places: readonly TilePlace[];
  /** The next tile. @param bands COG_TILE × COG_TILE samples each, with no data beyond the image */
  write(bands: readonly Samples[]): Promise<void>;
  /** Completes the file. @throws the system's error, e.g. ENOSPC */
  finish(): Promise<WrittenCog>;
  /** Removes everything written. */
  abandon(): Promise<void>;
}

interface Level {
  width: number;
  height: number;
  across: number;
  down: number;
  file: LevelFile;
  /** A tile that is not complete yet. */
  pending: Samples[];
}

/** The sizes of the image and its overviews, each half as large, until one fits into a tile. */
function sizesOf(width: number, height: number): { width: number; height: number }[] {
  const sizes = [{ width, height }];
  for (let last = sizes[0]!; Math.max(last.width, last.height) > COG_TILE; sizes.push(last))
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
  return sizes;
}

/** The first three bands are red, green and blue. */
function isRgb(bands: readonly SourceBand[]): boolean {
  return ['red', 'green', 'blue'].every((name, at) => bands[at]?.commonName === name);
}

/** The tiles of the first level under one of level n, those under each tile of a level together. */
function tilesUnder(levels: readonly Level[], n: number, { column, row }: TilePlace): TilePlace[] {
  const { across, down } = levels[n]!;
  if (column >= across || row >= down) return [];
  if (n === 0) return [{ column, row }];
  return [0, 1, 2, 3].flatMap((at) =>
    tilesUnder(levels, n - 1, { column: 2 * column + (at & 1), row: 2 * row + (at >> 1) }),
  );
}

/**
 * Opens a file for writing. The tiles of each resolution wait in a file beside it, because those of the coarsest come
 * first, and the directories with their positions before all.
 * @param file absolute path ending in .part, as the files beside it do; existing ones are overwritten
 */
export async function openCogWriter(file: string, image: CogImage): Promise<CogWriter> {
  const { kind, noData, bands } = image;
  const levels: Level[] = [];
  const emptyTile = (): Samples[] => bands.map(() => samplesOf(kind, COG_TILE * COG_TILE).fill(noData));
  for (const [n, { width, height }] of sizesOf(image.width, image.height).entries()) {
    const [across, down] = [Math.ceil(width / COG_TILE), Math.ceil(height / COG_TILE)];
    const levelFile = await openLevelFile(file.replace(/\.part$/, `.${n}.part`), kind);
    levels.push({ width, height, across, down, file: levelFile, pending: n === 0 ? [] : emptyTile() });
  }
  const tallies = bands.map(() => tallyOf(noData));
  const places = tilesUnder(levels, levels.length - 1, { column: 0, row: 0 });
  let preview: readonly Samples[] = [];
  let next = 0;
  const removeLevels = async (): Promise<void> => {
    for (const level of levels) {
      await level.file.close();
      await rm(level.file.file, { force: true });
    }
  };

  /** Writes a tile of a level, puts its half into the one above, and writes that one after its last. */
  async function add(n: number, { column, row }: TilePlace, tile: readonly Samples[]): Promise<void> {
    const { across, down, file: levelFile } = levels[n]!;
    const above = levels[n + 1];
    if (above === undefined) preview = tile;
    else
      for (const [at, { isClasses = false }] of bands.entries()) {
        const quarter = { column: ((column & 1) * COG_TILE) / 2, row: ((row & 1) * COG_TILE) / 2 };
        halve(tile[at]!, above.pending[at]!, quarter, { noData, isClasses });
      }
    await levelFile.write(row * across + column, tile);
    if (above === undefined) return;
    const isLast = (at: number, count: number): boolean => (at & 1) === 1 || at === count - 1;
    if (!isLast(column, across) || !isLast(row, down)) return;
    const whole = above.pending;
    above.pending = emptyTile();
    await add(n + 1, { column: column >> 1, row: row >> 1 }, whole);
  }

  /** Header, directories, and the levels from the coarsest. */
  async function assemble(statistics: readonly (BandStatistics | null)[]): Promise<void> {
    const { width, height, place, description } = image;
    const metadata = bandMetadata(bands, statistics, isRgb(bands));
    const whole = { width, height, bands: bands.length, kind, hasAlpha: false, noData, place, description };
    const sizes = levels.map((level) => ({ ...level, lengths: level.file.lengths }));
    const head = cogHead({ ...whole, isRgb: isRgb(bands), metadata }, sizes);
    const handle = await open(file, 'w');
    try {
      await writeAll(handle, head, 0);
      let end = head.length;
      for (const level of levels.toReversed())
        for await (const tile of level.file.tiles()) {
          await writeAll(handle, tile, end);
          end += tile.length;
        }
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    places,
    async write(tile) {
      const place = places[next++]!;
      const [width, height] = [image.width - place.column * COG_TILE, image.height - place.row * COG_TILE];
      const inside = Math.min(COG_TILE, width) * Math.min(COG_TILE, height);
      tile.forEach((values, at) => tallies[at]!.add(values, inside));
      await add(0, place, tile);
    },
    async finish() {
      for (const level of levels) await level.file.settled();
      const statistics = tallies.map((tally) => tally.result());
      await assemble(statistics);
      await removeLevels();
      const { width, height } = levels.at(-1)!;
      return { statistics, preview: { width, height, bands: preview } };
    },
    async abandon() {
      await removeLevels();
      await rm(file, { force: true });
    },
  };
}
