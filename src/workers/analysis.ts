import { analyse, paint, type Analysis, type AnalysisRequest, type LayerPixels } from '../raster/analyse.ts';
import type { GridPart } from '../raster/grid.ts';
import { emptyPixels, placePart } from '../raster/samples.ts';

/** The worker's requests in order: one `begin`, each part of each layer, one `work`, which is answered. */
export type AnalysisStep =
  | { type: 'begin'; request: AnalysisRequest }
  | { type: 'part'; read: number; part: GridPart; values: LayerPixels }
  | { type: 'work' };
export interface AnalysisAnswer {
  analysis: Analysis;
  /** A PNG of the grid's size, transparent where there is no data. */
  picture: Blob;
}

async function pictureOf({ grid, classes, legend }: Analysis): Promise<Blob> {
  const canvas = new OffscreenCanvas(grid.width, grid.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the worker has no canvas');
  const rgba = paint(
    classes,
    legend.map(({ colour }) => colour),
  );
  context.putImageData(new ImageData(rgba, grid.width, grid.height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** The steps of one analysis inside the worker, which holds its pixels. */
export function analysisSteps() {
  let request: AnalysisRequest | null = null;
  let layers: LayerPixels[] = [];
  return async (
    step: AnalysisStep,
    onProgress: (share: number) => void,
  ): Promise<AnalysisAnswer | undefined> => {
    if (step.type === 'begin') {
      request = step.request;
      layers = request.reads.map(({ bands }) => emptyPixels(step.request.grid, bands.length));
      return undefined;
    }
    if (request === null) throw new Error('the analysis has not begun');
    if (step.type === 'part') {
      placePart(layers[step.read]!, request.grid, step.part, step.values);
      return undefined;
    }
    const { question, area, grid } = request;
    const analysis = analyse(question, area, grid, layers, onProgress);
    layers = [];
    return { analysis, picture: await pictureOf(analysis) };
  };
}
