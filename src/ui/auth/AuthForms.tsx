import { RegisterPanel } from './RegisterPanel.tsx';
import { ResetPanel } from './ResetPanel.tsx';

/** The forms of the panels that not every visitor opens; in a chunk of their own. */
export const AuthForms = { RegisterPanel, ResetPanel };
