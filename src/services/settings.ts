import { endpoints } from '../../contract/endpoints.ts';
import type { Settings } from '../../contract/settings.ts';
import { dataOf, type Call } from './call.ts';

/** GET /web/settings (decision 2). */
export async function fetchSettings(call: Call, signal: AbortSignal): Promise<Settings> {
  return dataOf(await call(endpoints.settings, {}, { signal }));
}

/**
 * Decision 34: the service base that a deployment names in /config.json, '' (the same origin) without it.
 * A trailing slash is dropped.
 */
export async function fetchServiceBase(): Promise<string> {
  try {
    const answer = await fetch('/config.json', { credentials: 'omit' });
    const config: unknown = await answer.json();
    if (typeof config === 'object' && config !== null && 'serviceBase' in config) {
      return typeof config.serviceBase === 'string' ? config.serviceBase.replace(/\/+$/, '') : '';
    }
  } catch {
    // no file, or none that can be read: the same origin serves
  }
  return '';
}
