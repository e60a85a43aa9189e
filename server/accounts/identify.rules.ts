import type { Row } from '../../contract/calls/row.ts';
import type { Account } from './accounts.queries.ts';
import { takeApiKey, type UsedApiKey } from './apiKeys.queries.ts';
import { accountOfSession } from './sessions.queries.ts';
import type { Deps } from './handler.ts';
import { Refusal } from '../base/refusal.ts';
import { API_KEY_WINDOW_MS } from '../base/limits.ts';
import { callerIn, clientOf, tokenOf, type ServerContext } from '../base/request.ts';
import { callerOf } from '../base/work.ts';
import { isKeyText, tokenHashOf } from './tokens.rules.ts';

/** Who makes a call, and with what. */
export interface Identity {
  account: Account;
  /** Null for a session. */
  key: UsedApiKey | null;
}

/** The part of a row that decides whether a key may make its call. */
export type KeyAccess = Pick<Row, 'scopes' | 'spends'>;

/** @throws Refusal 403 naming the scope that is missing */
function checkAccess(key: UsedApiKey, { scopes, spends }: KeyAccess): void {
  if (scopes.length === 0) throw new Refusal('apiKeySession', {}, { status: 403 });
  if (!scopes.some((scope) => key.scopes.includes(scope)))
    throw new Refusal('apiKeyScope', { scope: scopes[0] ?? '' }, { status: 403 });
  if (spends && key.sandbox) throw new Refusal('apiKeySandbox', {}, { status: 403 });
}

/**
 * The account behind a bearer token: a session's, or that of an API key (decision 225). Keys that are unknown, revoked or
 * ended get the same answer by the same query. Every call of a key counts, refused ones too.
 * @param header sets a header of the answer, also of a refusal: the key's limit, as draft-ietf-httpapi-ratelimit-headers
 *   has it
 * @throws Refusal 401 without a valid token, 429 above the key's limit, 403 outside its scopes
 */
export async function identify(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string | null,
  access: KeyAccess,
  header: (name: string, value: string) => void,
): Promise<Identity> {
  const now = clock.now();
  const refused = () => new Refusal('invalidToken', {}, { status: 401 });
  if (token === null) throw refused();
  const hash = tokenHashOf(token);
  if (!isKeyText(token)) {
    const account = await accountOfSession(db.pool, hash, now);
    if (!account) throw refused();
    return { account, key: null };
  }
  const windowMs = API_KEY_WINDOW_MS;
  const used = await takeApiKey(db.pool, hash, { now, windowMs });
  if (!used) throw refused();
  const { account, key, uses } = used;
  const most = config.apiKeyCalls;
  const seconds = Math.ceil((windowMs - (now.getTime() % windowMs)) / 1000);
  header('ratelimit-policy', `"key";q=${most};w=${windowMs / 1000}`);
  header('ratelimit', `"key";r=${Math.max(0, most - uses)};t=${seconds}`);
  if (uses > most)
    throw new Refusal('apiKeyBusy', { most, count: seconds }, { status: 429, retryAfter: seconds });
  checkAccess(key, access);
  return { account, key };
}

/** So many accounts are known by tokens that were good lately. */
const KNOWN_MAX = 10_000;
/** Accounts by the hashes of their tokens, oldest first: they say whose turn it is, and give no right. */
const known = new Map<string, Account>();

const hashOf = (token: string | null): string =>
  token === null ? '' : tokenHashOf(token).toString('base64');

/** In whose line a request waits before it is identified: a token that was used lately in its account's, any other in that of its client's address. */
export const lineOf = (
  c: ServerContext,
  { trustProxy }: Pick<Deps['config'], 'trustProxy'>,
  hash = hashOf(tokenOf(c)),
): string => callerOf(known.get(hash) ?? null, clientOf(c, trustProxy));

/**
 * Identifies the caller of a call in turns (decision 197), so that many calls of one account don't delay the others'.
 * @throws Refusal as `identify` does, 429 or 503 if too many wait
 */
export async function identifyInTurn(
  deps: Deps,
  c: ServerContext,
  access: KeyAccess,
  token = tokenOf(c),
): Promise<Identity> {
  const hash = hashOf(token);
  const line = callerIn(c, lineOf(c, deps.config, hash));
  const identity = await deps.turns.identities.run(line, () =>
    identify(deps, token, access, (name, value) => c.header(name, value)),
  );
  known.delete(hash);
  known.set(hash, identity.account);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return identity;
}
