import { eventOfFile, type AoiFileRequest } from './aoiFile.ts';

/** Reads one geometry file away from the page, which stays quick, and can end the work at any time by ending the worker. */
addEventListener('message', ({ data }: MessageEvent<AoiFileRequest>) => {
  void eventOfFile(data, (event) => postMessage(event)).then((event) => postMessage(event));
});
