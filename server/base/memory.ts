import { availableParallelism } from 'node:os';
import { workerData } from 'node:worker_threads';

const MEGABYTE = 1024 * 1024;
/** Of MEMORY_MB, at which idle threads end early: what calls are about to take needs room too. */
const SHORT = 0.6;
/** Of MEMORY_MB for each thread, about: its program, its heap and what it reads. */
const THREAD_BYTES = 64 * MEGABYTE;

/**
 * Settings of glibc, which reads them when a process starts (mallopt(3)): freed buffers of over 128 KiB are given back at once,
 * and threads share two arenas, instead of keeping what they freed in one each.
 */
export const GLIBC = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

/** Of V8's threads: as many as Node itself starts on any machine. */
const POOL_MAX = 4;

/**
 * Options of Node for a process of MEMORY_MB, but for those that the operator has set. V8's old generation is bounded at twice that, which
 * should never be reached: below a bound of 2 GB, V8 lets the heap grow to less than twice what is in use before it collects, else to four
 * times (Heap::MaxHeapGrowingFactor). V8's own threads, which collect the garbage of all threads with the priority of the loop, are half as
 * many as processors.
 */
export function processOptions(megabytes: number, processors = availableParallelism()): string[] {
  const options = {
    '--v8-pool-size': Math.min(POOL_MAX, Math.max(1, processors >> 1)),
    '--max-old-space-size': 2 * megabytes,
  };
  const set = (process.env['NODE_OPTIONS'] ?? '').replaceAll('_', '-');
  return Object.entries(options).flatMap(([name, value]) => (set.includes(name) ? [] : [`${name}=${value}`]));
}

/** The most memory of the process, bytes (MEMORY_MB); a thread has it from the one that started it. */
let most = (workerData as { memory?: number } | null)?.memory ?? 512 * MEGABYTE;

/** Bounds the memory of this process; before its first thread. */
export function boundMemory(megabytes: number): void {
  most = megabytes * MEGABYTE;
}

/** The most memory of the process, bytes. */
export const memoryMost = (): number => most;

/** Whether the process has little left. */
export const isMemoryShort = (): boolean => process.memoryUsage.rss() > SHORT * most;

/** How many threads fit into the memory. */
export const threadsThatFit = (): number => Math.max(4, Math.floor(most / THREAD_BYTES));
