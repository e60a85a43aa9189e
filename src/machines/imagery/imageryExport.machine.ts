import { assign, fromPromise, setup } from 'xstate';
import type {
  ImageryExportEstimate,
  ImageryExportForm,
  ImageryExportPriceForm,
} from '../../../contract/imagery.ts';
import { FIELD } from '../../../contract/limits.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { messageOrFallback } from '../shared/failure.ts';
import {
  bearsOnExportPrice,
  creditsRefusal,
  exportFormOf,
  exportPriceFormOf,
  isExportChanged,
  NEW_IMAGERY_EXPORT,
  taskNameRefusal,
  type ExportedLayer,
  type ImageryExportDraft,
} from './imageryExport.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';

export interface ImageryExportInput {
  layer: ExportedLayer;
  aoi: Aoi;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
}
/** What an export costs, held against what there is; integer credits. */
export interface ExportQuote {
  cost: number;
  balance: number;
  /** How the cost comes about, and how large the file is at most; null where the server does not say. */
  estimate: ImageryExportEstimate | null;
}
interface ImageryExportContext extends ImageryExportInput {
  draft: ImageryExportDraft;
  quote: ExportQuote | null;
  /** One per form: kept when the same form is sent again, so that a lost reply makes no second export. */
  key: string | null;
  /** §5: taskName required; said at the field. */
  nameRefusal: NoticeText | null;
  /** Why the price can't be had. */
  unpriced: NoticeText | null;
  /** Why the export was not taken. */
  notTaken: NoticeText | null;
  submitted: boolean;
}
export type ImageryExportEvent =
  | { type: 'draft.changed'; patch: Partial<ImageryExportDraft> }
  | { type: 'price.requested' }
  | { type: 'export.submitted' }
  | { type: 'form.closed' }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.declined' };

/** The export of an imagery layer: price in credits against the balance, then submit (§3 to §5 Imagery export). */
export const imageryExportMachine = setup({
  types: {
    context: {} as ImageryExportContext,
    events: {} as ImageryExportEvent,
    input: {} as ImageryExportInput,
    /** Whether there is a task more. */
    output: {} as { isExported: boolean },
  },
  actors: {
    /** POST /api/imagery/v1/export/getPrice, and GET /web/credits. */
    quoteExport: fromPromise<ExportQuote, ImageryExportPriceForm>(notProvided('quoteExport')),
    /** POST /api/imagery/v1/export/submit. */
    submitExport: fromPromise<void, { key: string; form: ImageryExportForm }>(notProvided('submitExport')),
  },
  actions: {
    changeDraft: assign(({ context, event }) => {
      if (event.type !== 'draft.changed') return {};
      const draft = { ...context.draft, ...event.patch };
      return {
        draft: { ...draft, taskName: draft.taskName.slice(0, FIELD.exportTaskName) },
        key: null,
        nameRefusal: null,
        notTaken: null,
      };
    }),
    dropQuote: assign({ quote: null, unpriced: null }),
    takeKey: assign({ key: ({ context }) => context.key ?? context.makeKey(), notTaken: null }),
    refuseName: assign({ nameRefusal: ({ context }) => taskNameRefusal(context.draft) }),
  },
  guards: {
    bearsOnPrice: ({ event }) => event.type === 'draft.changed' && bearsOnExportPrice(event.patch),
    hasChanges: ({ context }) => isExportChanged(context.draft),
    hasQuote: ({ context }) => context.quote !== null,
    isAffordable: ({ context: { quote } }) =>
      quote !== null && creditsRefusal(quote.cost, quote.balance) === null,
    isComplete: ({ context: { draft, quote } }) =>
      taskNameRefusal(draft) === null && quote !== null && creditsRefusal(quote.cost, quote.balance) === null,
  },
  delays: {
    /** Several quick changes ask for one price. */
    PRICE_DELAY: 300,
  },
}).createMachine({
  id: 'imageryExport',
  context: ({ input }) => ({
    ...input,
    draft: NEW_IMAGERY_EXPORT,
    quote: null,
    key: null,
    nameRefusal: null,
    unpriced: null,
    notTaken: null,
    submitted: false,
  }),
  output: ({ context }) => ({ isExported: context.submitted }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'pricing',
      on: {
        'form.closed': [{ guard: 'hasChanges', target: 'leaving' }, { target: 'done' }],
        'draft.changed': [
          {
            guard: 'bearsOnPrice',
            target: '.settling',
            reenter: true,
            actions: ['changeDraft', 'dropQuote'],
          },
          { actions: 'changeDraft' },
        ],
      },
      states: {
        settling: { tags: 'pricing', after: { PRICE_DELAY: 'pricing' } },
        // leaving the state ends the call: a late price is nobody's
        pricing: {
          entry: 'dropQuote',
          tags: 'pricing',
          invoke: {
            id: 'quoteExport',
            src: 'quoteExport',
            input: ({ context }) => exportPriceFormOf(context.draft, context.layer, context.aoi),
            onDone: { target: 'priced', actions: assign({ quote: ({ event }) => event.output }) },
            onError: {
              target: 'unpriced',
              // §8 Price pre-check failure: server message or 'Precheck failed'
              actions: assign({
                unpriced: ({ event }) => messageOrFallback(event.error, 'errors.precheckFailed'),
              }),
            },
          },
        },
        unpriced: { on: { 'price.requested': 'pricing' } },
        priced: {
          on: {
            'export.submitted': [
              { guard: 'isComplete', target: '#imageryExport.submitting', actions: 'takeKey' },
              { guard: 'isAffordable', actions: 'refuseName' },
            ],
          },
        },
      },
    },
    // closing with changes asks first
    leaving: {
      on: {
        'leaving.confirmed': 'done',
        'leaving.declined': [{ guard: 'hasQuote', target: 'editing.priced' }, { target: 'editing' }],
      },
    },
    // what is under way can't be called back: the dialog stays until it is known
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'submitExport',
        src: 'submitExport',
        input: ({ context }) => ({
          key: context.key ?? context.makeKey(),
          form: exportFormOf(context.draft, context.layer, context.aoi),
        }),
        onDone: { target: 'done', actions: assign({ submitted: true }) },
        onError: {
          // the balance may be another one by now: price and balance are asked for anew
          target: 'editing.pricing',
          // §8: server message or 'submit failed'
          actions: assign({ notTaken: ({ event }) => messageOrFallback(event.error, 'errors.submitFailed') }),
        },
      },
    },
    done: { type: 'final' },
  },
});
