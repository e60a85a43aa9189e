import { answerText } from '../../base/answerText.ts';
import { readBody, textOf } from '../../base/bodies.ts';
import type { CollectionSummary } from '../queries/collections.ts';
import type { Deps } from '../../accounts/handler.ts';
import { callerIn, clientOf, originOf, type LinkConfig, type ServerContext } from '../../base/request.ts';
import { identifyInTurn } from '../../accounts/identify.rules.ts';
import { callerOf, type Work } from '../../base/work.ts';
import type { Addresses } from './links.ts';
import { bodyOf } from '../requests/parameters.ts';
import { StacError } from '../requests/stacError.ts';

/** The addresses of the API as this caller sees them. */
export function addressesOf(c: ServerContext, config: LinkConfig): Addresses {
  const origin = originOf(c, config);
  return { origin, root: `${origin}/stac` };
}

/** A reply with exactly this media type. */
export const replied = (c: ServerContext, value: unknown, type: string): Promise<Response> =>
  answerText(c, JSON.stringify(value), type);

/** The collection that an address names. @throws StacError 404 */
export function namedCollection(all: readonly CollectionSummary[], id: string): CollectionSummary {
  const found = all.find((one) => one.id === id);
  if (!found) throw new StacError(404, 'there is no such collection');
  return found;
}

/** Who may read the archive, and when it is their turn. */
export interface Access {
  /** The caller's name among those who take turns; null for an anonymous caller. @throws Refusal 401, 403, 429 */
  caller(c: ServerContext): Promise<string | null>;
  /** Does work when it is the caller's turn. @throws StacError 401 for an anonymous caller, Refusal 429 or 503 */
  inTurn<T>(c: ServerContext, caller: string | null, work: Work, read: () => Promise<T>): Promise<T>;
  /** Both. */
  reading<T>(c: ServerContext, work: Work, read: () => Promise<T>): Promise<T>;
  /** The same for a call with a body, which is read before its turn. @throws StacError 400 if it is no JSON object */
  posting<T>(c: ServerContext, work: Work, read: (body: Record<string, unknown>) => Promise<T>): Promise<T>;
}

/** The archive is read by sessions, and by API keys that may search; with STAC_PUBLIC by anyone. */
export function openAccess(deps: Deps): Access {
  const { config, turns } = deps;
  const isAnonymous = (c: ServerContext) => c.req.header('authorization') === undefined;
  const caller: Access['caller'] = async (c) => {
    const client = clientOf(c, config.trustProxy);
    if (isAnonymous(c)) return config.stacPublic ? callerOf(null, client) : null;
    const access = { scopes: ['search'] as const, spends: false };
    const { account } = await identifyInTurn(deps, c, access);
    return callerOf(account, client);
  };
  const known = (who: string | null): string => {
    if (who !== null) return who;
    throw new StacError(
      401,
      'the archive is read with an API key or a session’s token (Authorization: Bearer)',
    );
  };
  const inTurn: Access['inTurn'] = (c, who, work, read) =>
    turns[isAnonymous(c) ? 'anonymous' : work].run(callerIn(c, known(who)), read);
  return {
    caller,
    inTurn,
    reading: async (c, work, read) => inTurn(c, await caller(c), work, read),
    async posting(c, work, read) {
      const who = known(await caller(c));
      const body = await readBody(c, turns, { who, isAnonymous: isAnonymous(c) });
      try {
        const value = bodyOf(textOf(body.bytes));
        return await inTurn(c, who, work, () => read(value));
      } finally {
        body.leave();
      }
    },
  };
}
