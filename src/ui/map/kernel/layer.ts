import type { Layer } from '@deck.gl/core';
import type { AnyActorRef } from 'xstate';
import type { Ground } from './symbols.ts';

/** Ends a subscription. */
export type End = () => void;

/**
 * A layer of the picture above the base map: what it reads, and what it paints. It is read again whenever something that it
 * follows changes, and painted again only if it read something else, so that deck.gl uploads nothing twice.
 */
export interface PictureLayer<From, Read = unknown, Code = unknown> {
  readonly id: string;
  /** Its height in the picture: the lowest is drawn first (docs/design.md, Map symbols). */
  readonly place: number;
  /** Calls back when what it reads may have changed. */
  subscribe(from: From, changed: () => void): readonly End[];
  /** What to draw, compared by identity, in an array item by item; null if there is nothing. */
  read(from: From): Read | null;
  /** The code that it paints with, loaded together with deck.gl. */
  code(): Promise<Code>;
  paint(read: Read, ground: Ground, code: Code): readonly Layer[];
  /** Drawn while there is nothing else, to compile shaders in advance. */
  warm?(ground: Ground, code: Code): readonly Layer[];
  /** Whether a change is drawn in the next task instead of the next frame. */
  isUrgent?(read: Read, before: Read | null): boolean;
}

/** The code of layers that consist of lines, areas, discs and marks. */
export const drawCode = () => import('./draw.ts');
export type DrawCode = Awaited<ReturnType<typeof drawCode>>;

/**
 * Calls back when an actor changes, starts, stops or is replaced.
 * @param subscribeParent calls back when the actor may have started or stopped
 */
export function following(
  subscribeParent: (look: () => void) => End,
  find: () => AnyActorRef | undefined,
  changed: () => void,
): End {
  let followed = find();
  let subscription = followed?.subscribe(changed);
  const look = () => {
    const found = find();
    if (found === followed) return;
    subscription?.unsubscribe();
    followed = found;
    subscription = found?.subscribe(changed);
    changed();
  };
  const end = subscribeParent(look);
  return () => {
    end();
    subscription?.unsubscribe();
  };
}
