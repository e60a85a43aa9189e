import type { EndpointName, Endpoints } from '../../contract/calls/endpoints.ts';
import type { ReplyOf, RequestOf } from '../../contract/calls/row.ts';
import type { Clock } from '../process/clock.ts';
import type { Config } from '../settings/config.ts';
import type { Account } from '../db/accounts/accounts.ts';
import type { UsedApiKey } from '../db/accounts/apiKeys.ts';
import type { Database } from '../db/connection/open.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { Log } from '../process/log.ts';
import type { Mail } from '../mail/transport.ts';
import type { Language } from '../../contract/languages.ts';
import type { AllTurns } from '../rules/work.ts';
import type { Terms } from '../settings/terms.ts';
import { Refusal } from './refusal.ts';
import type { Supplier } from '../suppliers/supplier.ts';

/** The server's dependencies; handlers use nothing else. */
export interface Deps {
  db: Database;
  clock: Clock;
  mail: Mail;
  supplier: Supplier;
  config: Config;
  files: FileStore;
  log: Log;
  /** Signs the addresses of quicklooks. */
  quicklookSecret: string;
  /** Hashes verify codes, and signs the clients' cookies. */
  codeSecret: string;
  /** The contract terms that the buyer of an order accepts. */
  terms: Terms;
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
