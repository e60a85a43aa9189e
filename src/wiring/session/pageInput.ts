import { keptInTab } from '../../services/browser/keptInTab.ts';
import type { PortalInput } from '../../machines/session/portal/portal.context.ts';
import { panelNamed } from '../../machines/shared/panels.ts';
import type { Preferences } from '../../machines/shared/preferences.machine.ts';
import { readPageAddress } from '../../services/browser/address.ts';
import * as browser from '../../services/browser/browser.ts';
import { submitMemory } from '../../services/browser/submitMemory.ts';
import { panelOfHash } from '../auth.ts';

/** The portal's input from this page: its address and stored values. */
export function pageInput(preferences: Preferences, serviceBase: string): PortalInput {
  return {
    preferences,
    authPanel: () => panelOfHash(browser.readHash()),
    // a link to one order opens its panel
    panel: () =>
      browser.readQuery('order') === null ? (panelNamed(browser.readQuery('panel')) ?? 'search') : 'order',
    skey: () => browser.readQuery('skey'),
    codeLockedUntil: browser.readCodeLock,
    isTileNoticeClosed: browser.readNoticeClosed,
    baseMap: browser.readBaseMap,
    address: readPageAddress,
    serviceAddress: new URL(serviceBase === '' ? '/' : serviceBase, location.href).href.replace(/\/+$/, ''),
    makeKey: browser.randomKey,
    submits: submitMemory,
    kept: keptInTab,
    now: () => new Date(),
  };
}
