import { readFile } from 'node:fs/promises';
import { answerTasks } from '../../server/base/thread.ts';
import { viewBoundsOf } from '../../src/geo/entry/bbox.ts';
import { aoiOf } from '../../src/geo/aoi.ts';
import { checkArea } from '../../src/geo/check/checkArea.ts';
import { GeometryError } from '../../src/geo/geometryError.ts';
import { readAoiFile } from '../../src/geo/read/readAoiFile.ts';
import { readAreaWkt } from '../../src/geo/wkt/wkt.ts';
import type { Reading } from './comparing.ts';

/** A file to read, or a WKT text of one. */
export type ReadingTask = { file: string } | { wkt: string };

async function readingOf(task: ReadingTask): Promise<Reading> {
  try {
    const given =
      'wkt' in task
        ? readAreaWkt(task.wkt, ['POLYGON', 'MULTIPOLYGON'])
        : (await readAoiFile({ name: task.file, bytes: Uint8Array.from(await readFile(task.file)) }))
            .geometry;
    const found = checkArea(given, 'wkt' in task ? 'straight' : 'shortest');
    if (found.verdict === 'refused') return { refused: found.refusal.code };
    if (found.verdict === 'unclear') return { asked: found.readings.map(({ kind }) => kind) };
    const { areaKm2, geometry } = aoiOf(found.geometry, 'shortest');
    // an area that is cut at 180° in one piece, as others have it
    return { areaKm2, bounds: viewBoundsOf(geometry), changes: found.changes.map(({ kind }) => kind) };
  } catch (error) {
    if (error instanceof GeometryError) return { refused: error.code };
    throw error;
  }
}

answerTasks<ReadingTask>(async (task) => new TextEncoder().encode(JSON.stringify(await readingOf(task))));
