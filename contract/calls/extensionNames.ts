import type { Settings } from '../settings.ts';
import type { extensions } from './extensions.ts';

/** A call beyond section 7, by its name. */
export type ExtensionName = keyof typeof extensions;

/** Whether a back end has all of some calls beyond section 7. What needs another one is absent from the portal. */
export const hasExtensions = ({ extensions: had }: Settings, ...names: readonly ExtensionName[]): boolean =>
  names.every((name) => had.includes(name));

/* Calls that belong together: what needs one of them needs them all. */

export const NEWS_CALLS = ['news', 'readNews'] as const satisfies readonly ExtensionName[];
export const KEY_CALLS = [
  'apiKeys',
  'createApiKey',
  'revokeApiKey',
] as const satisfies readonly ExtensionName[];
export const SCENE_ORDER_CALLS = [
  'archivePrice',
  'archiveSubmit',
] as const satisfies readonly ExtensionName[];
/** Webhooks are a part of watches. */
export const WATCH_CALLS = [
  'watches',
  'watchResult',
  'watchTries',
  'saveWatch',
  'pauseWatch',
  'deleteWatch',
  'previewWatch',
  'testHook',
  'hookSecret',
  'replayDelivery',
] as const satisfies readonly ExtensionName[];
