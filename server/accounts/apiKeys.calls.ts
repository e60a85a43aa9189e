import {
  API_KEYS_MAX,
  type ApiKey,
  type NewApiKey,
  type NewApiKeyRequest,
} from '../../contract/calls/apiKeys.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { insertApiKey, listApiKeys, revokeApiKey, type ListedApiKey } from './apiKeys.queries.ts';
import { signedIn, type CallContext, type Deps, type Handlers } from './handler.ts';
import { Refusal } from '../base/refusal.ts';
import { hintOf, newKeyText, tokenHashOf } from './tokens.rules.ts';

const DAY_MS = 86_400_000;

/** A key works to the end of its last UTC day. */
const endOf = (day: string | null): Date | null => (day === null ? null : new Date(Date.parse(day) + DAY_MS));

function shown(key: ListedApiKey): ApiKey {
  const { id, name, hint, scopes, sandbox, endsAt, monthlyCents, createdAt, lastUsedAt, calls } = key;
  const endsOn = endsAt === null ? null : new Date(endsAt.getTime() - DAY_MS).toISOString().slice(0, 10);
  const [ctime, lastUsed] = [createdAt.toISOString(), lastUsedAt?.toISOString() ?? null];
  const monthlyLimit = monthlyCents;
  return { id, name, hint, scopes, sandbox, endsOn, monthlyLimit, ctime, lastUsedAt: lastUsed, calls };
}

/** @throws Refusal for an end in the past, or one key too many */
async function makeKey(
  { db, clock }: Deps,
  { name, scopes, sandbox, endsOn, monthlyLimit }: NewApiKeyRequest,
  context: CallContext,
): Promise<NewApiKey> {
  const now = clock.now();
  const endsAt = endOf(endsOn);
  if (endsAt !== null && endsAt <= now) throw new Refusal('apiKeyEnds');
  const text = newKeyText(sandbox);
  const key = {
    name,
    hint: hintOf(text),
    scopes: [...new Set(scopes)],
    sandbox,
    endsAt,
    // its orders cost nothing
    monthlyCents: sandbox ? null : monthlyLimit,
    createdAt: now,
  };
  const owned = { ...key, accountId: signedIn(context).id, keyHash: tokenHashOf(text) };
  const id = await db.transaction((client) => insertApiKey(client, owned, API_KEYS_MAX));
  if (id === null) throw new Refusal('apiKeyMany', { most: API_KEYS_MAX });
  return { ...shown({ ...key, id, lastUsedAt: null, calls: 0 }), key: text };
}

/** The account's API keys (decision 225). Only a session may manage them. */
export function apiKeyHandlers(deps: Deps): Pick<Handlers, 'apiKeys' | 'createApiKey' | 'revokeApiKey'> {
  const { db, clock } = deps;
  return {
    async apiKeys(_, context) {
      const keys = await listApiKeys(db.pool, signedIn(context).id, clock.now());
      return { result: SUCCESS, data: keys.map(shown) };
    },
    async createApiKey({ body }, context) {
      return { result: SUCCESS, data: await makeKey(deps, body, context) };
    },
    async revokeApiKey({ params }, context) {
      if (!(await revokeApiKey(db.pool, signedIn(context).id, params.id, clock.now())))
        throw new Refusal('apiKeyUnknown');
      return { result: SUCCESS };
    },
  };
}
