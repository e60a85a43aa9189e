import { useEffect, useRef, useState } from 'react';

/** Waits for a turn. @returns ends it, or gives up waiting */
type TakeTurn = (begin: () => void) => () => void;

/** Turns in the order of their coming, so many at a time. */
export function turnsOf(atOnce: number): TakeTurn {
  const waiting = new Set<() => void>();
  let running = 0;
  const startDue = (): void => {
    for (const start of waiting) {
      if (running === atOnce) return;
      waiting.delete(start);
      running++;
      start();
    }
  };
  return (begin) => {
    let state: 'waiting' | 'running' | 'ended' = 'waiting';
    const start = () => {
      state = 'running';
      begin();
    };
    waiting.add(start);
    startDue();
    return () => {
      if (state === 'ended') return;
      if (state === 'running') running--;
      else waiting.delete(start);
      state = 'ended';
      startDue();
    };
  };
}

/**
 * A browser has six connections to a server (HTTP/1.1): pictures of rows that are painted only now would keep calls and code
 * waiting for seconds. The server paints as many for an account at a time.
 */
const takeTurn = turnsOf(2);
/** One that takes longer, as of an archive elsewhere, leaves its turn to the next, ms. */
const LONG_MS = 3_000;
/** Pictures that have come: the browser keeps them. */
const known = new Set<string>();
const KNOWN_MAX = 5_000;

/** The address of a row's picture once it is its turn to be loaded, and what to call when it has come or failed. */
export function usePictureTurn(src: string | null): { due: string | undefined; settle: () => void } {
  const [due, setDue] = useState<string | null>(null);
  const end = useRef(() => {});
  useEffect(() => {
    if (src === null || known.has(src)) return;
    let late: ReturnType<typeof setTimeout> | undefined;
    const leave = takeTurn(() => {
      setDue(src);
      late = setTimeout(() => leave(), LONG_MS);
    });
    end.current = leave;
    return () => {
      clearTimeout(late);
      leave();
    };
  }, [src]);
  const settle = () => {
    if (known.size >= KNOWN_MAX) known.clear();
    if (src !== null) known.add(src);
    end.current();
  };
  return { due: src !== null && (due === src || known.has(src)) ? src : undefined, settle };
}
