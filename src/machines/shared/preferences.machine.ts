import { assign, setup } from 'xstate';
import type { Language } from '../../../contract/languages.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** How footprints are shown on the map; auto: by density where outlines would be unreadable. */
export const FOOTPRINT_VIEWS = ['auto', 'density', 'outlines', 'hidden'] as const;
export type FootprintView = (typeof FOOTPRINT_VIEWS)[number];

/** The choices of a user, signed in or not. */
export interface Preferences {
  language: Language;
  /** The browser's language; null once the user chose one. */
  offered?: Language | null;
  theme: Theme;
  footprints: FootprintView;
  /**
   * Whether single keys select the map's tools anywhere outside text fields (WCAG 2.1.4: they can be switched off).
   */
  hasToolKeys: boolean;
}
export type PreferencesEvent =
  | { type: 'language.chosen'; language: Language }
  | { type: 'theme.chosen'; theme: Theme }
  | { type: 'footprints.chosen'; footprints: FootprintView }
  | { type: 'toolKeys.switched'; isOn: boolean };

/** Language, theme (§1), view of the footprints and tool keys, in one state: only the values change. */
export const preferencesMachine = setup({
  types: { context: {} as Preferences, events: {} as PreferencesEvent, input: {} as Preferences },
  actions: {
    /** Stores the choice in the browser and applies it. */
    applyPreferences: (_, _params: Preferences) => {},
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => ({ ...input }),
  entry: { type: 'applyPreferences', params: ({ context }) => context },
  on: {
    'language.chosen': {
      actions: [
        assign({ language: ({ event }) => event.language, offered: null }),
        { type: 'applyPreferences', params: ({ context }) => context },
      ],
    },
    'theme.chosen': {
      actions: [
        assign({ theme: ({ event }) => event.theme }),
        { type: 'applyPreferences', params: ({ context }) => context },
      ],
    },
    'footprints.chosen': {
      actions: [
        assign({ footprints: ({ event }) => event.footprints }),
        { type: 'applyPreferences', params: ({ context }) => context },
      ],
    },
    'toolKeys.switched': {
      actions: [
        assign({ hasToolKeys: ({ event }) => event.isOn }),
        { type: 'applyPreferences', params: ({ context }) => context },
      ],
    },
  },
});
