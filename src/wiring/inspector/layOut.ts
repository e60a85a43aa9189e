import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
// as it is: bundled again it would have exports that nothing can read
import elkWorker from 'elkjs/lib/elk-worker.min.js?url';
import { fromPromise } from 'xstate';
import type { Chart } from '../../machines/inspector/chart.ts';
import { graphOf, layoutOf, type ChartLayout, type Graph } from '../../machines/inspector/layout.ts';

/** Lays out a chart in ELK's worker, which is terminated when done or stopped. */
export const layOut = fromPromise<ChartLayout, { chart: Chart }>(async ({ input: { chart }, signal }) => {
  const elk = new ELK({
    workerFactory: () => new Worker(elkWorker),
  });
  signal.addEventListener('abort', () => elk.terminateWorker());
  try {
    return layoutOf(chart, (await elk.layout(graphOf(chart) as ElkNode)) as Graph);
  } finally {
    elk.terminateWorker();
  }
});
