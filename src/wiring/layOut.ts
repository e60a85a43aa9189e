import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import { fromPromise } from 'xstate';
import type { Chart } from '../machines/inspector/chart.ts';
import { graphOf, layoutOf, type ChartLayout, type Graph } from '../machines/inspector/layout.ts';

/** Places a chart's states and transitions in ELK's own worker; stopped or done, the worker is ended. */
export const layOut = fromPromise<ChartLayout, { chart: Chart }>(async ({ input: { chart }, signal }) => {
  const elk = new ELK({
    workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)),
  });
  signal.addEventListener('abort', () => elk.terminateWorker());
  try {
    return layoutOf(chart, (await elk.layout(graphOf(chart) as ElkNode)) as Graph);
  } finally {
    elk.terminateWorker();
  }
});
