import { CallError } from '../../contract/callError.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { SearchCondition, SearchResult } from '../../contract/search.ts';
import type { Call } from './call.ts';

/** POST /api/soi/v1/search. */
export async function searchScenes(
  call: Call,
  body: SearchCondition,
  signal: AbortSignal,
): Promise<SearchResult> {
  const reply = await call(endpoints.searchScenes, { body }, { signal });
  if (reply.features === undefined) throw new CallError('malformed');
  return { features: reply.features, numberMatched: reply.numberMatched ?? reply.features.length };
}
