import { assign, fromPromise, setup } from 'xstate';
import { CLOUD, FIELD, OFF_NADIR } from '../../../contract/limits.ts';
import {
  type HookAnswer,
  type Pace,
  type QuietHours,
  type SaveWatchRequest,
  type Watch,
  type WatchPreview,
  type WatchSource,
  WEBHOOK_URL_MAX,
} from '../../../contract/watches/watches.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';

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
function draftOf(form: WatchForm): WatchDraft {
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

function requestOf({ source }: WatchForm, draft: WatchDraft): SaveWatchRequest {
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
function draftRefusal({ name, mail, isHook, webhookUrl }: WatchDraft): NoticeText | null {
  if (name.trim() === '') return { key: 'errors.incomplete' };
  if (!mail && !isHook) return { key: 'errors.watchSilent' };
  return isHook && !isHttps(webhookUrl) ? { key: 'errors.hookNotHttps' } : null;
}

/** Refusals that concern the field of the webhook's address. */
export const HOOK_REFUSALS: ReadonlySet<string> = new Set(
  ['hookNotHttps', 'hookPrivate', 'hookUnresolved'].map((key) => `errors.${key}`),
);

interface WatchFormContext {
  form: WatchForm;
  draft: WatchDraft;
  offered: WatchDraft;
  refusal: NoticeText | null;
  preview: WatchPreview | null;
  /** Whether the draft's limits are the watch's or the user's own: those of a saved search come with the first preview. */
  hasLimits: boolean;
  /** The answer to the last test of the webhook. */
  answer: HookAnswer | null;
  secret: string | null;
  isSaved: boolean;
}
export type WatchFormEvent =
  | { type: 'draft.changed'; change: Partial<WatchDraft> }
  | { type: 'watch.submitted' }
  | { type: 'watchForm.closed' }
  | { type: 'hookTest.requested' }
  | { type: 'secret.requested' };

function changed(draft: WatchDraft, change: Partial<WatchDraft>): WatchDraft {
  const next = { ...draft, ...change };
  return {
    ...next,
    name: next.name.slice(0, FIELD.aoiName),
    webhookUrl: next.webhookUrl.slice(0, WEBHOOK_URL_MAX),
  };
}

const movesLimits = (change: Partial<WatchDraft>): boolean =>
  'maxCloudCover' in change || 'maxOffNadirAngle' in change || 'minClear' in change;

/** The form of a watch: what it looks for, whom it notifies and how often; with a test of the webhook. */
export const watchFormMachine = setup({
  types: {
    context: {} as WatchFormContext,
    events: {} as WatchFormEvent,
    input: {} as WatchForm,
    output: {} as { isSaved: boolean },
  },
  actors: {
    /** POST /web/watch/cm/save. */
    saveWatch: fromPromise<void, SaveWatchRequest>(notProvided('saveWatch')),
    /** POST /web/watch/preview. */
    previewWatch: fromPromise<
      WatchPreview,
      Pick<SaveWatchRequest, 'source'> &
        Partial<Pick<SaveWatchRequest, 'maxCloudCover' | 'maxOffNadirAngle' | 'minClear'>>
    >(notProvided('previewWatch')),
    /** POST /web/watch/hook/test. */
    testHook: fromPromise<HookAnswer, { url: string }>(notProvided('testHook')),
    /** POST /web/watch/hook/secret. */
    fetchSecret: fromPromise<string>(notProvided('fetchSecret')),
  },
  actions: {
    change: assign(({ context, event }) =>
      event.type === 'draft.changed'
        ? {
            draft: changed(context.draft, event.change),
            refusal: null,
            hasLimits: context.hasLimits || movesLimits(event.change),
          }
        : {},
    ),
    takePreview: assign(({ context: { draft, offered, hasLimits } }, params: { preview: WatchPreview }) => {
      const { maxCloudCover, maxOffNadirAngle } = params.preview;
      const limits = hasLimits ? {} : { maxCloudCover, maxOffNadirAngle };
      return {
        preview: params.preview,
        hasLimits: true,
        draft: { ...draft, ...limits },
        offered: { ...offered, ...limits },
      };
    }),
    note: assign({
      refusal: (_, params: { error: unknown; fallback: string }) =>
        messageOrFallback(params.error, params.fallback),
    }),
  },
  guards: {
    isRight: ({ context }) => draftRefusal(context.draft) === null,
    isOrders: ({ context }) => isOrdersForm(context.form),
    movesConditions: ({ event }) => event.type === 'draft.changed' && movesLimits(event.change),
    movesHook: ({ event }) => event.type === 'draft.changed' && 'webhookUrl' in event.change,
    hasUrl: ({ context }) => context.draft.webhookUrl.trim() !== '',
  },
  // the slider rests for this long before its value is counted
  delays: { PREVIEW_REST: 400 },
}).createMachine({
  id: 'watchForm',
  context: ({ input }) => ({
    form: input,
    draft: draftOf(input),
    offered: draftOf(input),
    refusal: null,
    preview: null,
    hasLimits: input.watch !== null,
    answer: null,
    secret: null,
    isSaved: false,
  }),
  output: ({ context }) => ({ isSaved: context.isSaved }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        saving: {
          initial: 'editing',
          states: {
            editing: {
              on: {
                'draft.changed': { actions: 'change' },
                'watch.submitted': [
                  { guard: 'isRight', target: 'submitting', actions: assign({ refusal: null }) },
                  { actions: assign({ refusal: ({ context }) => draftRefusal(context.draft) }) },
                ],
                'watchForm.closed': '#watchForm.done',
              },
            },
            submitting: {
              tags: 'busy',
              invoke: {
                id: 'saveWatch',
                src: 'saveWatch',
                input: ({ context }) => requestOf(context.form, context.draft),
                onDone: { target: '#watchForm.done', actions: assign({ isSaved: true }) },
                onError: {
                  target: 'editing',
                  actions: {
                    type: 'note',
                    params: ({ event }) => ({ error: event.error, fallback: 'errors.watchSaveFailed' }),
                  },
                },
              },
            },
          },
        },
        preview: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isOrders', target: 'none' }, { target: 'counting' }] },
            // orders have no conditions
            none: {},
            resting: {
              on: { 'draft.changed': { guard: 'movesConditions', target: 'resting', reenter: true } },
              after: { PREVIEW_REST: 'counting' },
            },
            counting: {
              tags: 'counting',
              on: { 'draft.changed': { guard: 'movesConditions', target: 'resting' } },
              invoke: {
                id: 'previewWatch',
                src: 'previewWatch',
                input: ({ context: { form, draft, hasLimits } }) => ({
                  source: form.source,
                  ...(hasLimits
                    ? {
                        maxCloudCover: draft.maxCloudCover,
                        maxOffNadirAngle: draft.maxOffNadirAngle,
                        minClear: draft.minClear,
                      }
                    : {}),
                }),
                onDone: {
                  target: 'counted',
                  actions: { type: 'takePreview', params: ({ event }) => ({ preview: event.output }) },
                },
                // the form works without it
                onError: { target: 'counted', actions: assign({ preview: null }) },
              },
            },
            counted: { on: { 'draft.changed': { guard: 'movesConditions', target: 'resting' } } },
          },
        },
        hook: {
          initial: 'idle',
          // an answer belongs to the address that gave it
          on: {
            'draft.changed': { guard: 'movesHook', target: '.idle', actions: assign({ answer: null }) },
          },
          states: {
            idle: { on: { 'hookTest.requested': { guard: 'hasUrl', target: 'testing' } } },
            testing: {
              tags: 'testing',
              entry: assign({ answer: null }),
              invoke: {
                id: 'testHook',
                src: 'testHook',
                input: ({ context }) => ({ url: context.draft.webhookUrl.trim() }),
                onDone: { target: 'idle', actions: assign({ answer: ({ event }) => event.output }) },
                onError: {
                  target: 'idle',
                  actions: {
                    type: 'note',
                    params: ({ event }) => ({ error: event.error, fallback: 'errors.operationFailed' }),
                  },
                },
              },
            },
          },
        },
        secret: {
          initial: 'hidden',
          states: {
            hidden: { on: { 'secret.requested': 'fetching' } },
            fetching: {
              invoke: {
                id: 'fetchSecret',
                src: 'fetchSecret',
                onDone: { target: 'shown', actions: assign({ secret: ({ event }) => event.output }) },
                onError: {
                  target: 'hidden',
                  actions: {
                    type: 'note',
                    params: ({ event }) => ({ error: event.error, fallback: 'errors.operationFailed' }),
                  },
                },
              },
            },
            shown: {},
          },
        },
      },
    },
    done: { type: 'final' },
  },
});
