import { fromCallback, fromPromise } from 'xstate';
import { EXPORT_RECORDS_MAX } from '../../contract/limits.ts';
import type { FleetPasses, FleetQuestion } from '../geo/orbit/fleetPasses.ts';
import type { FoundPasses, PassQuestion } from '../geo/orbit/passSearch.ts';
import type { WorkEvent } from '../machines/analytics/analytics.machine.ts';
import type { DrawImage } from '../machines/imagery/delivered.machine.ts';
import type { ImageAddress, ImageFacts } from '../raster/delivered/deliveredImage.ts';
import { deliveredImages, type DeliveredImages } from '../workers/delivered/deliveredImages.ts';
import type { NamedSystem } from '../geo/read/crs/systemNames.ts';
import { systemTitle } from '../machines/aoi/systemPick.rules.ts';
import type { GivenFile, ReaderEvent } from '../machines/aoi/upload.machine.ts';
import type { Cover, CoverRequest } from '../machines/search/bestCover.machine.ts';
import type { Mosaic, MosaicRequest } from '../machines/search/loadedSet.rules.ts';
import { noteAreas, shareOfScene, suppliersOf } from '../machines/search/results.rules.ts';
import type { AnalysisRequest } from '../raster/analyse.ts';
import { analyseLayers, type ReadValues } from '../workers/analyseLayers.ts';
import { WorkerSilent, type WorkerPort, type WorkOptions } from '../workers/workerClient.ts';
import * as workers from '../workers/workers.ts';
import { known } from '../geo/known.ts';

/** Runs one piece of work: sends its events, the last of which `run` resolves to. Stopping aborts it. */
function fromWork<Input, Event extends { type: string }>(
  run: (input: Input, send: (event: Event) => void, signal: AbortSignal) => Promise<Event>,
) {
  return fromCallback<{ type: 'ignored' }, Input>(({ input, sendBack }) => {
    const stop = new AbortController();
    const send = (event: Event) => {
      if (!stop.signal.aborted) sendBack(event);
    };
    void run(input, send, stop.signal).then(send);
    return () => stop.abort();
  });
}

const refusedAs = (code: 'unreadable' | 'tooSlow'): ReaderEvent => ({
  type: 'file.refused',
  refusal: { message: { key: `errors.file.${code}` }, drawing: null },
});

/**
 * §5 Geometry file upload: reads a file. A failed worker is logged; the file counts as unreadable (§8), or as too much work
 * if the worker was stopped for its silence.
 */
export const fileReader = (makeWorker?: () => WorkerPort) =>
  fromWork<{ file: GivenFile; system: NamedSystem | null }, ReaderEvent>(async (given, send, signal) => {
    const { name, pasted } = given.file;
    const file = pasted === undefined ? given.file : new Blob([pasted]);
    const system = given.system && { ...given.system, name: systemTitle(given.system) };
    const onProgress = (share: number) => send({ type: 'reading.progressed', share });
    try {
      if (!(file instanceof Blob)) throw new TypeError('not a file of the browser');
      return await workers.readAoiFile({ file, name, system }, { signal, onProgress }, makeWorker);
    } catch (error) {
      if (!signal.aborted) console.error(`${name} could not be read in a worker:`, error);
      return refusedAs(error instanceof WorkerSilent ? 'tooSlow' : 'unreadable');
    }
  });

/** Reads the layers with `readValues` and analyses them. */
export const analyser = (readValues: ReadValues, makeWorker?: () => WorkerPort) =>
  fromWork<AnalysisRequest, WorkEvent>(async (request, send, signal) => {
    const onProgress = (share: number) => send({ type: 'analysis.progressed', share });
    try {
      const answer = await analyseLayers(request, readValues, { signal, onProgress }, makeWorker);
      return { type: 'analysis.finished', ...answer };
    } catch (error) {
      return { type: 'analysis.failed', error };
    }
  });

export const passFinder = (makeWorker?: () => WorkerPort) =>
  fromPromise<FoundPasses, PassQuestion>(({ input, signal }) =>
    workers.findPasses(input, { signal }, makeWorker),
  );

export const findFleetPasses = fromPromise<FleetPasses, FleetQuestion>(({ input, signal }) =>
  workers.findFleetPasses(input, { signal }),
);

/** The share of the AOI that each scene covers, 0..1; the measured areas are cached for rows and prices. */
export async function measureShares(
  { scenes, aoi }: Pick<CoverRequest, 'scenes' | 'aoi'>,
  options: WorkOptions,
): Promise<Float64Array> {
  const footprints = scenes.map(({ geometry }) => geometry);
  noteAreas(scenes, aoi, await workers.measureAreas(footprints, aoi, options));
  return Float64Array.from(scenes, (scene) => shareOfScene(scene, aoi));
}

/** The fewest scenes that cover the requested share of the AOI within the terms, or as much of it as possible. */
export const findCover = fromPromise<Cover, CoverRequest>(async ({ input, signal }) => {
  const { scenes, aoi, share, isOneSupplier, budget, clear } = input;
  const names = suppliersOf(scenes);
  const { places, ...cover } = await workers.findCover(
    scenes.map(({ geometry }) => geometry),
    aoi,
    {
      share,
      clear,
      suppliers: isOneSupplier ? scenes.map(({ properties }) => names.indexOf(properties.supplier)) : null,
      budget: budget && {
        ...budget,
        scenes: scenes.map(({ properties: { gsd, sourceCode, sensorType } }) => ({
          gsd,
          sourceCode,
          sensorType,
        })),
      },
    },
    { signal },
  );
  return { ...cover, targetShare: share, ids: places.flatMap((at) => scenes[at]?.id ?? []) };
});

/** The mosaic of some scenes; null if none meets the AOI. */
export async function mosaicOf(
  { scenes, aoi, clear, isOneSupplier }: MosaicRequest,
  signal: AbortSignal,
): Promise<Mosaic | null> {
  const names = suppliersOf(scenes);
  const found = await workers.findMosaic(
    scenes.map(({ geometry }) => geometry),
    aoi,
    {
      clear,
      groups: isOneSupplier ? scenes.map(({ properties }) => names.indexOf(properties.supplier)) : null,
      most: EXPORT_RECORDS_MAX,
    },
    { signal },
  );
  return found && { ...found, parts: found.parts.map(({ at, area }) => ({ id: scenes[at]!.id, area })) };
}

export const findMosaic = fromPromise<Mosaic | null, MosaicRequest>(({ input, signal }) =>
  mosaicOf(input, signal),
);

/** The actors of a machine that shows images: one worker opens, reads and draws them while it runs. */
export function imageWorker() {
  let images: DeliveredImages | null = null;
  /** @throws Error if the worker doesn't run */
  const running = (): DeliveredImages => known(images, 'the worker for images does not run');
  return {
    running,
    actors: {
      keepImages: fromCallback<{ type: 'ignored' }>(({ sendBack }) => {
        const kept = deliveredImages();
        images = kept;
        const draw: DrawImage = kept.draw;
        sendBack({ type: 'images.ready', draw });
        return () => {
          kept.close();
          if (images === kept) images = null;
        };
      }),
      openImage: fromPromise<ImageFacts, { image: ImageAddress }>(({ input, signal }) =>
        running().factsOf(input.image, signal),
      ),
    },
  };
}
