import { assign, sendTo, type DoneActorEvent } from 'xstate';
import { formRows, type FormName } from '../forms.ts';
import type { PricedFormOutput } from '../../orders/priced/pricedForm.rules.ts';
import type { PortalContext, PortalEvent } from './portal.context.ts';
import { portalSetup, type FormOutput } from './portal.setup.ts';

type StateConfig = Parameters<typeof portalSetup.createStateConfig>[0];

const requests = Object.fromEntries(
  formRows.map(({ name, request, input }) => [
    request,
    {
      target: name,
      actions: [
        { type: 'keepForm', params: ({ event }: { event: PortalEvent }) => event },
        portalSetup.assign(({ context, event }) => ({ form: { of: name, input: input(event, context) } })),
      ],
    },
  ]),
) as NonNullable<StateConfig['on']>;

/** No form is open, and each can be requested. */
export const noForm = portalSetup.createStateConfig({ entry: assign({ form: null }), on: requests });

/** An open form; `completed` runs when the form was submitted, not when it was closed. */
const formState = (name: FormName, completed: StateConfig['entry']) =>
  portalSetup.createStateConfig({
    entry: sendTo('submits', { type: 'form.opened', form: name }),
    exit: sendTo('submits', { type: 'form.left' }),
    invoke: {
      id: name,
      src: name,
      input: ({ context }: { context: PortalContext }) => context.form?.input,
      onDone: [
        {
          guard: {
            type: 'isCompleted',
            params: ({ event }: { event: DoneActorEvent<FormOutput> }) => event.output,
          },
          target: 'noForm',
          actions: ['forgetForm', completed].flat() as StateConfig['entry'],
        },
        { target: 'noForm', actions: 'forgetForm' },
      ],
      onError: { target: 'noForm', actions: 'forgetForm' },
    } as NonNullable<StateConfig['invoke']>,
  });

/**
 * After a lost reply the user can request the page of the order. Otherwise the list with the new order replaces the
 * page of the repeated one.
 */
const showOrdered = portalSetup.sendTo('orderPage', ({ event }) => {
  const { receipt, isOrderShown } = (event as unknown as DoneActorEvent<PricedFormOutput>).output;
  return isOrderShown && receipt?.orderNum
    ? ({ type: 'order.requested', order: { orderNum: receipt.orderNum } } as const)
    : ({ type: 'order.left' } as const);
});

export const sceneOrder = formState('sceneOrder', [
  assign({ ordered: 'archive' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
  showOrdered,
  sendTo('orders.archive', { type: 'list.outdated' }),
  sendTo('results', { type: 'scenes.ordered' }),
]);

// §4: on success the dialog closes and the list of tasking orders is updated
export const tasking = formState('tasking', [
  assign({ ordered: 'tasking' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
  showOrdered,
  sendTo('orders.tasking', { type: 'list.outdated' }),
]);

// the panel shows the progress, and the finished export is downloaded (decision 10)
export const sceneExport = formState('sceneExport', [
  assign({ exported: 'scene' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'myexport' }),
  sendTo('exports.scene', ({ event }) => ({
    type: 'task.awaited',
    key: (event as unknown as DoneActorEvent<{ submitted: string }>).output.submitted,
  })),
]);

// §4: an imagery export updates the list of its tasks and has used credits (decision 26)
export const imageryExport = formState('imageryExport', [
  assign({ exported: 'imagery' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'myexport' }),
  sendTo('exports.imagery', { type: 'list.outdated' }),
  sendTo('account', { type: 'credits.reloaded' }),
]);

export const saveSearch = formState('saveSearch', [
  'notifySaved',
  sendTo('savedSearches', { type: 'list.outdated' }),
]);
