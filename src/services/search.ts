import { CallError } from '../../contract/calls/callError.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Scene, SearchCondition, SearchResult } from '../../contract/search.ts';
import { type Call } from './call/call.ts';

/** The scene with the absolute URL of its quicklook. */
export function addressed(scene: Scene, base: string): Scene {
  const path = scene.properties.quicklookUrl;
  if (base === '' || path === null || !path.startsWith('/')) return scene;
  return { ...scene, properties: { ...scene.properties, quicklookUrl: `${base}${path}` } };
}

/** POST /api/soi/v1/search. */
export async function searchScenes(
  call: Call,
  body: SearchCondition,
  signal: AbortSignal,
): Promise<SearchResult> {
  const reply = await call(endpoints.searchScenes, { body }, { signal });
  if (reply.features === undefined) throw new CallError('malformed');
  const features = reply.features.map((scene) => addressed(scene, call.base));
  return { features, numberMatched: reply.numberMatched ?? features.length };
}
