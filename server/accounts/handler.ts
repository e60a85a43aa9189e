import type { EndpointName, Endpoints } from '../../contract/calls/endpoints.ts';
import type { ReplyOf, RequestOf } from '../../contract/calls/row.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/settings/config.ts';
import type { Account } from './accounts.queries.ts';
import type { UsedApiKey } from './apiKeys.queries.ts';
import type { Database } from '../database/open.ts';
import type { FileStore } from '../base/files/fileStore.ts';
import type { Log } from '../base/log.ts';
import type { Mail } from '../base/mailTransport.ts';
import type { Language } from '../../contract/languages.ts';
import type { Satellite } from '../../contract/settings.ts';
import type { AllTurns } from '../base/work.ts';
import { Refusal } from '../base/refusal.ts';

/** What every subject is given; those that need more extend it (SceneDeps, OrderDeps). */
export interface Deps {
  db: Database;
  clock: Clock;
  mail: Mail;
  config: Config;
  files: FileStore;
  log: Log;
  quicklookSecret: string;
  /** Hashes verify codes, and signs the clients' cookies. */
  codeSecret: string;
  /** The satellites of the settings. */
  satellites: readonly Satellite[];
  /** Shares out this process between its callers. */
  turns: AllTurns;
}

/** The context of a call, beside its contents. */
export interface CallContext {
  /** The signed-in account; null in calls that need none. */
  account: Account | null;
  /** The API key in use; null for a session. */
  key: UsedApiKey | null;
  /** SHA-256 of the token in use. */
  tokenHash: Buffer | null;
  language: Language;
  /** Network address of the caller. */
  client: string;
  /** The id in the client's cookie, in calls before the log-in; null without one. */
  device: string | null;
  /** Gives the client a cookie with its id, or renews it. @returns the id */
  keepDevice(): Promise<string>;
  /** Scheme and host of links to this server. */
  origin: string;
  /** The Idempotency-Key header (decision 7). */
  idempotencyKey: string | null;
  /** Whether the caller accepts the second form of the reply that the contract names. */
  wantsAlternative: boolean;
  /** Aborted if the caller disconnects. */
  signal: AbortSignal;
}

type Handler<K extends EndpointName> = (
  request: RequestOf<Endpoints[K]>,
  context: CallContext,
) => Promise<ReplyOf<Endpoints[K]>>;

/** A handler for every row of the table (law 5). */
export type Handlers = { [K in EndpointName]: Handler<K> };

/** Whether the call is a sandbox key's, whose orders are apart from all others (decision 225). */
export const isSandbox = (context: CallContext): boolean => context.key?.sandbox ?? false;

/** The account of a call that requires one. @throws Refusal 401; the router has already excluded it */
export function signedIn(context: CallContext): Account {
  if (!context.account) throw new Refusal('invalidToken', {}, { status: 401 });
  return context.account;
}
