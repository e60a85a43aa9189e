import type { Settings } from '../settings.ts';
import type { extensions } from './extensions.ts';

/** A call beyond section 7, by its name. */
export type ExtensionName = keyof typeof extensions;

/** Whether a back end has all of some calls beyond section 7. What needs another one is absent from the portal. */
export const hasExtensions = ({ extensions: had }: Settings, ...names: readonly ExtensionName[]): boolean =>
  names.every((name) => had.includes(name));

/** The calls of watches and their webhooks, which belong together. */
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
