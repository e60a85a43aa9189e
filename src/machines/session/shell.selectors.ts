import type { SnapshotFrom } from 'xstate';
import { isPanelEnabled, type shellMachine } from './shell.machine.ts';
import type { PanelName } from '../shared/panels.ts';

type Shell = SnapshotFrom<typeof shellMachine>;

/** The open panel; null while it is hidden. */
export const openPanel = (shell: Shell): PanelName | null =>
  shell.matches('open') ? shell.context.panel : null;
export const isOrderEnabled = (shell: Shell): boolean => isPanelEnabled('order', shell.context.apis);
export const isAnalyticsEnabled = (shell: Shell): boolean => shell.can({ type: 'analytics.requested' });
/** §2: the Tasking button shows only if the order_tasking API is enabled. */
export const isTaskingOffered = (shell: Shell): boolean => shell.context.apis.order_tasking;
export const isArchiveOrderEnabled = (shell: Shell): boolean => shell.context.apis.order_archive;
/** §2: the imagery tab of My Export appears only if the imagery_export API is enabled. */
export const isImageryExportEnabled = (shell: Shell): boolean => shell.context.apis.imagery_export;
