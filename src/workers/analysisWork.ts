import type { LayerValues } from '../../contract/imagery.ts';
import type { AnalysisRequest } from '../machines/analytics/analytics.rules.ts';
import { analyse, paint, type Analysis, type LayerPixels } from '../raster/analyse.ts';
import type { GridPart } from '../raster/grid.ts';
import { emptyPixels, placePart } from '../raster/samples.ts';

/** What the worker is told, in this order: one `begin`, each part of each layer, one `work`. */
export type WorkerStep =
  | { type: 'begin'; request: AnalysisRequest }
  | { type: 'part'; read: number; part: GridPart; values: LayerValues }
  | { type: 'work' };
/** What it tells. */
export type WorkerNews =
  | { type: 'share'; share: number }
  | { type: 'done'; analysis: Analysis; picture: Blob };

async function pictureOf({ grid, classes, legend }: Analysis): Promise<Blob> {
  const canvas = new OffscreenCanvas(grid.width, grid.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas here');
  const rgba = paint(
    classes,
    legend.map(({ colour }) => colour),
  );
  context.putImageData(new ImageData(rgba, grid.width, grid.height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** The worker's work: it holds the pixels of one analysis, and nothing else. */
export function analysisWork(tell: (news: WorkerNews) => void): (step: WorkerStep) => Promise<void> {
  let request: AnalysisRequest | null = null;
  let layers: LayerPixels[] = [];
  return async (step) => {
    if (step.type === 'begin') {
      request = step.request;
      layers = request.reads.map(({ bands }) => emptyPixels(step.request.grid, bands.length));
      return;
    }
    if (request === null) throw new Error('nothing was begun');
    if (step.type === 'part') {
      placePart(layers[step.read]!, request.grid, step.part, step.values);
      return;
    }
    const { question, area, grid } = request;
    const analysis = analyse(question, area, grid, layers, (share) => tell({ type: 'share', share }));
    layers = [];
    tell({ type: 'done', analysis, picture: await pictureOf(analysis) });
  };
}
