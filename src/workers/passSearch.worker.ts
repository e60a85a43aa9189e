import type { PassQuestion } from '../machines/orders/passes.rules.ts';
import { passesOf } from './passSearch.ts';

/** Flies a satellite through its window away from the page, which stays quick; ending the worker ends the work. */
addEventListener('message', ({ data }: MessageEvent<PassQuestion>) => {
  postMessage(passesOf(data));
});
