import type { Json } from './redact.ts';

/** An actor's snapshot, redacted. */
export interface SeenSnapshot {
  status: 'active' | 'done' | 'error' | 'stopped';
  /** A machine's state value; null for other logic. */
  value: Json;
  tags: string[];
  /** A machine's context; input, output or context of other logic. */
  context: Json;
}

/** An actor of a page. */
export interface SeenActor {
  /** The page's key and the session id in that page. */
  key: string;
  /** The key of its page. */
  page: string;
  /** Its id in the parent. */
  id: string;
  parent: string | null;
  /** The machine's id; null for a promise or a callback. */
  machine: string | null;
  snapshot: SeenSnapshot;
}

/** A fact about a page's actors, in chronological order. Times are ms since 1970 UTC. */
export type Fact =
  | { kind: 'started'; at: number; actor: SeenActor }
  | {
      kind: 'event';
      at: number;
      /** The receiver's key. */
      key: string;
      /** The sender's key; null for an external event. */
      source: string | null;
      event: { type: string; [name: string]: Json };
      /** The snapshot after the event. */
      snapshot: SeenSnapshot;
      /** False if no transition was taken. */
      isHandled: boolean;
    }
  /** The page was closed or left. */
  | { kind: 'gone'; at: number; page: string };

/** From a page to the viewers. */
export interface FactsMessage {
  from: string;
  /** One viewer; null for all. */
  to: string | null;
  /** Whether these are all facts, not only new ones. */
  isWhole: boolean;
  facts: Fact[];
}

/** From a viewer to the pages. */
export type ViewerRequest =
  | { request: 'facts'; from: string }
  /** An event for a live actor. */
  | { request: 'send'; key: string; event: { type: string; [name: string]: unknown } };
