import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { COG_TILE, cogHead } from '../../../src/raster/cog.ts';
import { samplesOf, type RasterPlace, type SampleKind, type Samples } from '../../../src/raster/geotiff.ts';
import type { SourceBand } from './pixelSource.ts';
import { bandMetadata, tallyOf, type BandStatistics } from './bandMetadata.ts';
import { halved, openLevelFile, writeAll, type LevelFile } from './levelFile.ts';

export interface CogImage {
  width: number;
  height: number;
  kind: SampleKind;
  noData: number;
  bands: readonly SourceBand[];
  place: RasterPlace;
  description: string;
}

/** The coarsest resolution: at most one tile. */
export interface CogPreview {
  width: number;
  height: number;
  bands: readonly Samples[];
}

export interface WrittenCog {
  statistics: readonly (BandStatistics | null)[];
  preview: CogPreview;
}

/** Writes a Cloud Optimized GeoTIFF from top to bottom, with the rows of two tiles a resolution in memory. */
export interface CogWriter {
  /** The next COG_TILE rows; fewer at the end of the image. @param bands in row order, `rows` × width samples */
  write(bands: readonly Samples[], rows: number): Promise<void>;
  /** Completes the file. @throws the system's error, e.g. ENOSPC */
  finish(): Promise<WrittenCog>;
  /** Removes everything written. */
  abandon(): Promise<void>;
}

interface Level {
  width: number;
  height: number;
  file: LevelFile;
  /** Rows of a tile that are not complete yet. */
  pending: Samples[];
  filled: number;
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

/**
 * Opens a file for writing. The tiles of each resolution wait in a file beside it, because those of the coarsest come
 * first, and the directories with their positions before all.
 * @param file absolute path ending in .part, as the files beside it do; existing ones are overwritten
 */
export async function openCogWriter(file: string, image: CogImage): Promise<CogWriter> {
  const { kind, noData, bands } = image;
  const levels: Level[] = [];
  for (const [n, { width, height }] of sizesOf(image.width, image.height).entries()) {
    const levelFile = await openLevelFile(file.replace(/\.part$/, `.${n}.part`), { kind, noData, width });
    const pending = bands.map(() => samplesOf(kind, width * Math.min(COG_TILE, height)));
    levels.push({ width, height, file: levelFile, pending, filled: 0 });
  }
  const tallies = bands.map(() => tallyOf(noData));
  const removeLevels = async (): Promise<void> => {
    for (const level of levels) {
      await level.file.close();
      await rm(level.file.file, { force: true });
    }
  };

  /** Writes the pending rows of a level, and adds their halves to the next one. */
  async function flush(n: number): Promise<void> {
    const { file: levelFile, pending, filled, width } = levels[n]!;
    if (filled === 0) return;
    await levelFile.tileRow(pending, filled);
    levels[n]!.filled = 0;
    const next = levels[n + 1];
    if (next === undefined) return;
    const rows = Math.ceil(filled / 2);
    for (const [at, { isClasses = false }] of bands.entries()) {
      const half = halved(kind, { values: pending[at]!, width, height: filled }, { noData, isClasses });
      next.pending[at]!.set(half, next.filled * next.width);
    }
    next.filled += rows;
    if (next.filled === COG_TILE) await flush(n + 1);
  }

  /** Header, directories, and the levels from the coarsest. */
  async function assemble(statistics: readonly (BandStatistics | null)[]): Promise<void> {
    const { width, height, place, description } = image;
    const head = cogHead(
      {
        width,
        height,
        bands: bands.length,
        kind,
        hasAlpha: false,
        noData,
        place,
        description,
        isRgb: isRgb(bands),
        metadata: bandMetadata(bands, statistics, isRgb(bands)),
      },
      levels.map((level) => ({ width: level.width, height: level.height, lengths: level.file.lengths })),
    );
    const handle = await open(file, 'w');
    try {
      await writeAll(handle, head, 0);
      let end = head.length;
      for (const level of levels.toReversed())
        for await (const chunk of createReadStream(level.file.file, { highWaterMark: 1 << 20 })) {
          await writeAll(handle, chunk as Buffer, end);
          end += (chunk as Buffer).length;
        }
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    async write(samples, rows) {
      const first = levels[0]!;
      samples.forEach((values, at) => {
        tallies[at]!.add(values, rows * image.width);
        first.pending[at]!.set(values.subarray(0, rows * image.width));
      });
      first.filled = rows;
      await flush(0);
    },
    async finish() {
      for (let n = 1; n < levels.length; n++) await flush(n);
      const statistics = tallies.map((tally) => tally.result());
      await assemble(statistics);
      await removeLevels();
      const last = levels.at(-1)!;
      // its only tile is still in memory
      return {
        statistics,
        preview: { width: last.width, height: last.height, bands: last.pending },
      };
    },
    async abandon() {
      await removeLevels();
      await rm(file, { force: true });
    },
  };
}
