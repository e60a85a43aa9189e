import type { WorkerPort } from '../../../src/workers/workerClient.ts';

interface PortEvent {
  data?: unknown;
  message?: string;
}

/** A worker whose messages the test sends. */
export class StagedWorker implements WorkerPort {
  readonly listeners = new Map<string, (event: PortEvent) => void>();
  readonly requests: unknown[] = [];
  readonly transferred: unknown[] = [];
  /** The number of terminations. */
  ended = 0;

  postMessage = (request: unknown, transfer: unknown[]) => {
    this.requests.push(request);
    this.transferred.push(...transfer);
  };
  addEventListener = (type: string, listener: (event: PortEvent) => void) =>
    void this.listeners.set(type, listener);
  terminate = () => void this.ended++;

  fire(type: 'message' | 'messageerror' | 'error', event: PortEvent): void {
    this.listeners.get(type)?.(event);
  }
  report(share: number): void {
    this.fire('message', { data: { type: 'progress', share } });
  }
  answer(answer: unknown): void {
    this.fire('message', { data: { type: 'answered', answer } });
  }
}

/** Resolves when all promises so far have settled. */
export const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
