import { answerOf, type CoverQuestion } from './coverWork.ts';

/** Measures footprints away from the page, which stays quick, and can end the work at any time by ending the worker. */
addEventListener('message', ({ data }: MessageEvent<CoverQuestion>) => {
  postMessage(answerOf(data));
});
