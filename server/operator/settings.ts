import { settingRows } from '../base/settings/settingTable.ts';
import { table } from './command.ts';

/** The environment settings with their defaults. */
export function settingsTable(): string[] {
  return table(
    ['SETTING', 'DEFAULT', 'MEANING'],
    settingRows.map(({ name, fallback, meaning }) => [name, fallback === '' ? '(none)' : fallback, meaning]),
  );
}
