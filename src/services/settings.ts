import { settingsCall } from '../../contract/calls/accountCalls.ts';
import type { Settings } from '../../contract/settings.ts';
import { dataOf, type Call } from './call/call.ts';

/** GET /web/settings (decision 2). */
export async function fetchSettings(call: Call, signal: AbortSignal): Promise<Settings> {
  return dataOf(await call(settingsCall.settings, {}, { signal }));
}

/** The client settings of a deployment, read before any call. */
export interface ClientConfig {
  /** Decision 34: the server's base URL, without a trailing slash; '' for the same origin. */
  serviceBase: string;
  /** Whether `?inspect` opens the inspector of the machines. */
  inspect: boolean;
}

/** Decision 34: reads /config.json. Without it, the client uses the same origin and no inspector. */
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
    // missing or invalid file
  }
  return { serviceBase: '', inspect: false };
}
