/** A message from a worker to the page. */
export type WorkerReply<Answer> =
  | { type: 'progress'; share: number }
  | { type: 'answered'; answer: Answer }
  | { type: 'failed'; message: string };

/**
 * Answers the page's messages inside a worker.
 * @param work returns the answer, undefined for a step without one; `onProgress` takes the share done, 0 to 1
 */
export function answerMessages<Request, Answer>(
  work: (
    request: Request,
    onProgress: (share: number) => void,
  ) => Answer | undefined | Promise<Answer | undefined>,
): void {
  const reply = (message: WorkerReply<Answer>) => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<Request>) => {
    Promise.resolve()
      .then(() => work(data, (share) => reply({ type: 'progress', share })))
      .then((answer) => {
        if (answer !== undefined) reply({ type: 'answered', answer });
      })
      .catch((error: unknown) =>
        reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
  });
}
