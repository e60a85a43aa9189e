/** The forms that few visitors need, with their success dialogs; a separate chunk. */
export { RegisterPanel } from './RegisterPanel.tsx';
export { ResetPanel } from './ResetPanel.tsx';
export { SuccessDialogs } from './SuccessDialogs.tsx';
