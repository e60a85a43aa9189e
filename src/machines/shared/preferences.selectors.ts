import type { SnapshotFrom } from 'xstate';
import type { Language } from '../../../contract/languages.ts';
import type { FootprintView, preferencesMachine, Theme } from './preferences.machine.ts';

type Preferred = SnapshotFrom<typeof preferencesMachine>;

export const preferredLanguage = (preferences: Preferred): Language => preferences.context.language;
/** The language that the log-in page offers; null without one. */
export const offeredLanguage = ({ context: { offered, language } }: Preferred): Language | null =>
  offered === language ? null : (offered ?? null);
export const preferredTheme = (preferences: Preferred): Theme => preferences.context.theme;
export const areToolKeysOn = (preferences: Preferred): boolean => preferences.context.hasToolKeys;
export const preferredFootprints = (preferences: Preferred): FootprintView => preferences.context.footprints;
export const isFormUnfolded = (preferences: Preferred): boolean =>
  preferences.context.isFormUnfolded === true;
