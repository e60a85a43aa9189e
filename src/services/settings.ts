import { endpoints } from '../../contract/endpoints.ts';
import type { Settings } from '../../contract/settings.ts';
import { dataOf, type Call } from './call.ts';

/** GET /web/settings (decision 2). */
export async function fetchSettings(call: Call, signal: AbortSignal): Promise<Settings> {
  return dataOf(await call(endpoints.settings, {}, { signal }));
}

/** What a deployment says of its client before any call. */
export interface ClientConfig {
  /** Decision 34: where the calls go, without a slash at the end; '' for the same origin. */
  serviceBase: string;
  /** Whether `?inspect` shows what the machines do. */
  inspect: boolean;
}

/** Decision 34: what /config.json says; without it the same origin serves, and nothing is inspected. */
export async function fetchClientConfig(): Promise<ClientConfig> {
  try {
    const answer = await fetch('/config.json', { credentials: 'omit' });
    const config: unknown = await answer.json();
    if (typeof config === 'object' && config !== null) {
      const { serviceBase, inspect } = config as Record<string, unknown>;
      return {
        serviceBase: typeof serviceBase === 'string' ? serviceBase.replace(/\/+$/, '') : '',
        inspect: inspect === true,
      };
    }
  } catch {
    // no file, or none that can be read
  }
  return { serviceBase: '', inspect: false };
}
