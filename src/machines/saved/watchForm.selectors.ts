import type { SnapshotFrom } from 'xstate';
import type { HookAnswer } from '../../../contract/watches/watches.ts';
import type { NoticeText } from '../shared/notice.ts';
import {
  HOOK_REFUSALS,
  isOrdersForm,
  type WatchDraft,
  type WatchForm,
  type watchFormMachine,
} from './watchForm.machine.ts';

type Form = SnapshotFrom<typeof watchFormMachine>;

export const formOf = ({ context }: Form): WatchForm => context.form;
export const draft = ({ context }: Form): WatchDraft => context.draft;
export const answerOf = ({ context }: Form): HookAnswer | null => context.answer;
export const secretOf = ({ context }: Form): string | null => context.secret;
/** Whether the secret can be asked for now. */
export const canShowSecret = (form: Form): boolean => form.can({ type: 'secret.requested' });
export const isForOrders = ({ context }: Form): boolean => isOrdersForm(context.form);
export const isSavingWatch = (form: Form): boolean => form.hasTag('busy');
export const isTestingHook = (form: Form): boolean => form.hasTag('testing');
export const isCounting = (form: Form): boolean => form.hasTag('counting');
/** Whether closing the form loses something. */
export const hasDraftChanges = ({ context }: Form): boolean =>
  JSON.stringify(context.draft) !== JSON.stringify(context.offered);

const isHookRefusal = (refusal: NoticeText | null): boolean =>
  refusal?.key !== undefined && HOOK_REFUSALS.has(refusal.key);
/** Why the webhook's address is refused. */
export const hookRefusal = ({ context: { refusal } }: Form): NoticeText | null =>
  isHookRefusal(refusal) ? refusal : null;
/** Why the watch was not saved, but for the webhook's address. */
export const formRefusal = ({ context: { refusal } }: Form): NoticeText | null =>
  isHookRefusal(refusal) ? null : refusal;
