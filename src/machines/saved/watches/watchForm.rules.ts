import type {
  Pace,
  QuietHours,
  SaveWatchRequest,
  Watch,
  WatchSource,
} from '../../../../contract/watches/watches.ts';
import { CLOUD, FIELD, OFF_NADIR } from '../../../../contract/limits.ts';
import type { NoticeText } from '../../shared/notice.ts';

/** What is typed and chosen in the form of a watch. */
export interface WatchDraft {
  name: string;
  maxCloudCover: number;
  maxOffNadirAngle: number;
  /** Percent; 0 for any. */
  minClear: number;
  mail: boolean;
  isHook: boolean;
  webhookUrl: string;
  pace: Pace;
  /** Hours without mails, UTC; kept while they are switched off. */
  quiet: QuietHours;
  isQuiet: boolean;
}

/** What the form is opened for: a new watch of a saved search or of orders, or a watch that exists. */
export interface WatchForm {
  source: WatchSource;
  /** The offered name. */
  name: string;
  watch: Watch | null;
  /** The user's address, to which mails go. */
  email: string;
}

const QUIET_DEFAULT: QuietHours = { from: 22, to: 6 };

export const isOrdersForm = ({ source, watch }: WatchForm): boolean =>
  'orders' in source || watch?.kind === 'orders';

/** The form as it opens. */
export function draftOf(form: WatchForm): WatchDraft {
  const { name, watch } = form;
  const isOrders = isOrdersForm(form);
  return {
    name: (watch?.name ?? name).slice(0, FIELD.aoiName),
    maxCloudCover: watch?.condition?.maxCloudCover ?? CLOUD.searchDefault,
    maxOffNadirAngle: watch?.condition?.maxOffNadirAngle ?? OFF_NADIR.searchDefault,
    minClear: watch?.condition?.minClear ?? 0,
    mail: watch?.mail ?? !isOrders,
    isHook: watch === null ? isOrders : watch.webhookUrl !== null,
    webhookUrl: watch?.webhookUrl ?? '',
    pace: watch?.pace ?? 'once',
    quiet: watch?.quiet ?? QUIET_DEFAULT,
    isQuiet: (watch?.quiet ?? null) !== null,
  };
}

/** The body that saves the draft. */
export function requestOf({ source }: WatchForm, draft: WatchDraft): SaveWatchRequest {
  const { name, maxCloudCover, maxOffNadirAngle, minClear, mail, pace } = draft;
  return {
    source,
    name: name.trim(),
    maxCloudCover,
    maxOffNadirAngle,
    minClear,
    mail,
    webhookUrl: draft.isHook ? draft.webhookUrl.trim() : null,
    pace,
    quiet: draft.isQuiet && mail ? draft.quiet : null,
  };
}

/** Whether a webhook's address may be right: the server checks what it leads to. */
function isHttps(text: string): boolean {
  // a host name needs no more: the operator may allow http for tests
  return /^https?:\/\/[^\s/]+/i.test(text.trim());
}

/** Why the draft can't be saved; null if it can. */
export function draftRefusal({ name, mail, isHook, webhookUrl }: WatchDraft): NoticeText | null {
  if (name.trim() === '') return { key: 'errors.incomplete' };
  if (!mail && !isHook) return { key: 'errors.watchSilent' };
  return isHook && !isHttps(webhookUrl) ? { key: 'errors.hookNotHttps' } : null;
}

/** Refusals that concern the field of the webhook's address. */
export const HOOK_REFUSALS: ReadonlySet<string> = new Set(
  ['hookNotHttps', 'hookPrivate', 'hookUnresolved'].map((key) => `errors.${key}`),
);
