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
  /** Whether the search form shows the conditions that are folded at first. */
  isFormUnfolded?: boolean;
}
export type PreferencesEvent =
  | { type: 'language.chosen'; language: Language }
  | { type: 'theme.chosen'; theme: Theme }
  | { type: 'footprints.chosen'; footprints: FootprintView }
  | { type: 'toolKeys.switched'; isOn: boolean }
  | { type: 'form.unfolded'; isUnfolded: boolean };

/** Stores and applies what an action before it chose. */
const apply = {
  type: 'applyPreferences',
  params: ({ context }: { context: Preferences }) => context,
} as const;

/** Language, theme (§1), view of the footprints, tool keys and what is unfolded, in one state: only the values change. */
export const preferencesMachine = setup({
  types: { context: {} as Preferences, events: {} as PreferencesEvent, input: {} as Preferences },
  actions: {
    /** Stores the choice in the browser and applies it. */
    applyPreferences: (_, _params: Preferences) => {},
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => ({ ...input }),
  entry: apply,
  on: {
    'language.chosen': {
      actions: [assign({ language: ({ event }) => event.language, offered: null }), apply],
    },
    'theme.chosen': { actions: [assign({ theme: ({ event }) => event.theme }), apply] },
    'footprints.chosen': { actions: [assign({ footprints: ({ event }) => event.footprints }), apply] },
    'toolKeys.switched': { actions: [assign({ hasToolKeys: ({ event }) => event.isOn }), apply] },
    'form.unfolded': { actions: [assign({ isFormUnfolded: ({ event }) => event.isUnfolded }), apply] },
  },
});
