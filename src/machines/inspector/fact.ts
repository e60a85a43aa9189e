import type { Json } from './redact.ts';

/** What an actor shows at a moment, redacted. */
export interface SeenSnapshot {
  status: 'active' | 'done' | 'error' | 'stopped';
  /** A machine's state value; null for an actor that is none. */
  value: Json;
  tags: string[];
  /** A machine's context; of another actor what it holds: input, output or context. */
  context: Json;
}

/** An actor of a page. */
export interface SeenActor {
  /** The page and its session id there. */
  key: string;
  /** The key of the page that it runs in. */
  page: string;
  /** What its parent calls it. */
  id: string;
  parent: string | null;
  /** The id of its machine; null for one that is none: a promise, a callback. */
  machine: string | null;
  snapshot: SeenSnapshot;
}

/** What is told of a page's actors, in the order in which it happened. Times are ms since 1970 UTC. */
export type Fact =
  | { kind: 'started'; at: number; actor: SeenActor }
  | {
      kind: 'event';
      at: number;
      /** Who took it. */
      key: string;
      /** Who sent it; null for one from outside. */
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
  /** Everything that there is to tell, rather than what is new. */
  isWhole: boolean;
  facts: Fact[];
}

/** From a viewer to the pages. */
export type ViewerRequest =
  | { request: 'facts'; from: string }
  /** An event for a live actor. */
  | { request: 'send'; key: string; event: { type: string; [name: string]: unknown } };
