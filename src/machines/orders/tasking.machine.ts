import type { OfferedPrice, TaskingForm, TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { windowRefusal, type TaskingStart } from '../search/taskingStart.rules.ts';
import { passQuestionOf } from './passes.rules.ts';
import { changedProduct, newPriceIn, ORDER_RULES } from './product.rules.ts';
import { pricedForm } from './pricedForm.ts';
import type { OrderFormInput } from './pricedForm.rules.ts';
import { taskingQuoteOf } from './quote.rules.ts';
import {
  bearsOnTaskingPrice,
  newTasking,
  taskingFormOf,
  taskingPriceRequestOf,
  type TaskingDraft,
} from './tasking.rules.ts';

export interface TaskingInput extends OrderFormInput {
  start: TaskingStart;
  /** An earlier order to start from. */
  again?: { draft: Partial<TaskingDraft> } | undefined;
  aoi: Aoi;
  now: () => Date;
}

/** The order of a new acquisition (§2, §3, §4 Tasking form). A window that can't be ordered has no price. */
export const taskingMachine = pricedForm<
  TaskingInput,
  TaskingDraft,
  OfferedPrice,
  TaskingPriceRequest,
  TaskingForm
>({
  ...ORDER_RULES,
  id: 'tasking',
  changed: (draft, patch) => changedProduct(draft, patch, ({ sourceCode }) => [sourceCode]),
  about: ({ start, aoi }) => [start.satellite.code, aoi.wkt].join(' '),
  newDraft: ({ start, name = '', again }) => ({ ...newTasking(start), orderName: name, ...again?.draft }),
  bearsOnPrice: bearsOnTaskingPrice,
  unpricedReason: ({ windowStart, windowEnd }, { now }) => windowRefusal(windowStart, windowEnd, now()),
  priceRequestOf: taskingPriceRequestOf,
  submitRequestOf: (draft, tasked, price) => taskingFormOf(draft, tasked, price.finalPrice),
  submitFailed: 'errors.submitFailed',
  order: {
    quoteOf: (form) => ({
      ...taskingQuoteOf(form),
      request: { kind: 'tasking', form: taskingPriceRequestOf(form.draft, form.input) },
    }),
    newPriceIn,
    earlierRequestOf: ({ sourceCode, windowStart, windowEnd, productLevel, cropByAoi }, { aoi }) => ({
      tasking: { sourceCode, windowStart, windowEnd },
      aoiWkt: aoi.wkt,
      productLevel,
      cropByAoi,
    }),
  },
  passQuestionOf: (draft, { start, aoi }) => passQuestionOf(start.satellite, aoi, draft),
});
