/** The forms of the panels that not every visitor opens, and what they end with; in a chunk of their own. */
export { RegisterPanel } from './RegisterPanel.tsx';
export { ResetPanel } from './ResetPanel.tsx';
export { SuccessDialogs } from './SuccessDialogs.tsx';
