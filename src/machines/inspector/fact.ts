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
  /** The page and its session id there. */
  key: string;
  /** The key of the page that it runs in. */
  page: string;
  /** Its id in the parent. */
  id: string;
  parent: string | null;
  /** The id of its machine; null for a promise or a callback. */
  machine: string | null;
  snapshot: SeenSnapshot;
}

/** A fact about a page's actors, in the order of time. Times are ms since 1970 UTC. */
export type Fact =
  | { kind: 'started'; at: number; actor: SeenActor }
  | {
      kind: 'event';
      at: number;
      /** The key of the actor that received it. */
      key: string;
      /** The key of the sender; null for an event from outside. */
      source: string | null;
      event: { type: string; [name: string]: Json };
      /** What came of it. */
      snapshot: SeenSnapshot;
      /** False: no transition was taken. */
      isHandled: boolean;
    }
  /** The page was closed or left. */
  | { kind: 'gone'; at: number; page: string };

/** From a page to the viewers. */
export interface FactsMessage {
  from: string;
  /** One viewer, or null for all. */
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
