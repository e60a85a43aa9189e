import type { AnyStateMachine, InputFrom } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import type { Scene } from '../../../contract/search.ts';
import { hasExtensions } from '../../../contract/calls/extensionNames.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { sceneExportMachine } from '../exports/sceneExport.machine.ts';
import type { imageryExportMachine } from '../imagery/imageryExport.machine.ts';
import type { sceneOrderMachine } from '../orders/sceneOrder.machine.ts';
import type { taskingMachine } from '../orders/tasking.machine.ts';
import type { saveSearchMachine } from '../saved/saveSearch.machine.ts';
import { utcDayOf } from '../shared/days.ts';
import { common, middleOf, offeredName } from '../shared/names.rules.ts';
import { lazy } from './actors.ts';
import {
  keptDraftOf,
  keptOf,
  type PortalContext,
  type PortalEvent,
  type PortalFact,
  settingsOf,
  submitsOf,
  userOf,
} from './portal.context.ts';

interface Row<Type extends PortalFact['type'], Machine extends AnyStateMachine> {
  machine: Machine;
  /** The fact that opens the form. */
  request: Type;
  input: (request: Extract<PortalFact, { type: Type }>, context: PortalContext) => InputFrom<Machine>;
}

function form<const Type extends PortalFact['type'], Machine extends AnyStateMachine>(
  machine: Machine,
  request: Type,
  input: Row<Type, NoInfer<Machine>>['input'],
): Row<Type, Machine> {
  return { machine, request, input };
}

/** The latest UTC day of some scenes; undefined if none is known. */
function lastDayOf(scenes: readonly Scene[]): string | undefined {
  const days = scenes.flatMap(({ properties: { acquisitionDate } }) => acquisitionDate ?? []);
  return days.length === 0 ? undefined : utcDayOf(new Date(Math.max(...days.map(Date.parse))));
}

/** The place in an AOI, or where it is. */
function placeNameOf({ named }: PortalContext, aoi: Aoi): string {
  return (named?.wkt === aoi.wkt ? named.place : null) ?? middleOf(aoi);
}

/** The satellite of a search for one. */
function satelliteNameOf(context: PortalContext, codes: readonly string[]): string | undefined {
  const code = common(codes);
  return settingsOf(context).satellites.find((one) => one.code === code)?.name;
}

/** Whether a submit has a key by which the back end says what it made (decision 7). */
const isKeyedOf = (context: PortalContext): boolean => hasExtensions(settingsOf(context), 'submitOutcome');

/** What both order forms are given. */
function orderInputOf(context: PortalContext) {
  const { termsUrl, deliverySeconds, deliveryPixels, taxPercent } = settingsOf(context);
  return {
    utype: userOf(context).utype,
    termsUrl,
    deliverySeconds,
    deliveryPixels,
    taxPercent,
    makeKey: context.opening.makeKey,
    submits: submitsOf(context),
    isKeyed: isKeyedOf(context),
    kept: keptDraftOf(context),
  };
}

/**
 * The forms by the name of their machine: one at a time is open. Its machine runs as long as the portal is in the state of
 * the same name.
 */
const FORMS = {
  sceneOrder: form(
    lazy<typeof sceneOrderMachine>('sceneOrder'),
    'sceneOrderForm.requested',
    ({ scenes, aoi, clear, again }, context) => ({
      scenes,
      clear,
      name: offeredName(
        [
          placeNameOf(context, aoi),
          common(scenes.map(({ properties }) => properties.satellite)),
          lastDayOf(scenes),
        ],
        FIELD.orderName,
      ),
      again,
      aoi,
      canFill: hasExtensions(settingsOf(context), 'earlierOrders'),
      ...orderInputOf(context),
    }),
  ),
  tasking: form(
    lazy<typeof taskingMachine>('tasking'),
    'taskingForm.requested',
    ({ start, aoi, again }, context) => ({
      start,
      name: offeredName(
        [placeNameOf(context, aoi), start.satellite.name, start.windowStart],
        FIELD.orderName,
      ),
      again,
      aoi,
      ...orderInputOf(context),
      now: context.opening.now,
    }),
  ),
  sceneExport: form(
    lazy<typeof sceneExportMachine>('sceneExport'),
    'sceneExportForm.requested',
    ({ productIds, aoi }, context) => ({
      productIds,
      aoi,
      name: offeredName([placeNameOf(context, aoi), utcDayOf(context.opening.now())], FIELD.exportTaskName),
      kept: keptDraftOf(context),
    }),
  ),
  imageryExport: form(
    lazy<typeof imageryExportMachine>('imageryExport'),
    'imageryExportForm.requested',
    ({ layer, aoi }, context) => ({
      layer,
      aoi,
      name: offeredName([placeNameOf(context, aoi), layer.name], FIELD.exportTaskName),
      makeKey: context.opening.makeKey,
      submits: submitsOf(context),
      isKeyed: isKeyedOf(context),
      kept: keptDraftOf(context),
    }),
  ),
  saveSearch: form(
    lazy<typeof saveSearchMachine>('saveSearch'),
    'saveSearchForm.requested',
    ({ type: _, ...search }, context) => ({
      ...search,
      name: offeredName(
        [
          placeNameOf(context, search.aoi),
          satelliteNameOf(context, search.condition.satList),
          search.condition.acquisitionDateTo,
        ],
        FIELD.aoiName,
      ),
      kept: keptDraftOf(context),
    }),
  ),
};

export type FormName = keyof typeof FORMS;
export type FormMachines = { [Name in FormName]: (typeof FORMS)[Name]['machine'] };

/** The forms as the portal's states read them: without the type of each machine. */
export const formRows = Object.entries(FORMS).map(([name, row]) => ({
  name: name as FormName,
  request: row.request,
}));

/** What the open form is given, with the name that it offers now; null if no form is open. */
export function formInput(context: PortalContext): { name: string; aoi: Aoi } | null {
  const { form } = context;
  if (form === null) return null;
  const input = FORMS[form.of as FormName].input as (
    request: PortalEvent,
    context: PortalContext,
  ) => { name: string; aoi: Aoi };
  return input(form.request, context);
}

export const formMachines = Object.fromEntries(
  Object.entries(FORMS).map(([name, { machine }]) => [name, machine]),
) as FormMachines;

/** The request of the form that was open before a reload; null if there was none. */
export function keptRequest(context: PortalContext): PortalEvent | null {
  const read = keptOf(context, 'form').read();
  if (typeof read !== 'object' || read === null || !('type' in read)) return null;
  return formRows.some(({ request }) => request === read.type) ? (read as PortalEvent) : null;
}
