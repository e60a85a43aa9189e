import { analysisWork, type WorkerStep } from './analysisWork.ts';

const work = analysisWork((news) => postMessage(news));

/** Works an analysis out away from the page, which stays quick, and can end the work at any time by ending the worker. */
addEventListener('message', ({ data }: MessageEvent<WorkerStep>) => {
  work(data).catch((error: unknown) =>
    // an error of a promise would be heard by nobody
    setTimeout(() => {
      throw error;
    }),
  );
});
