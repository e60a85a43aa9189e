import type { InspectionEvent } from 'xstate';
import { readQuery } from '../../services/browser/browser.ts';

/**
 * The inspector option of `createActor`, if the address requests one and the page allows it: in a development
 * build or with INSPECT=on. Loads the inspector's code only then.
 */
export async function requestedInspector(
  isAllowed: boolean,
): Promise<{ inspect?: (inspected: InspectionEvent) => void }> {
  const requested = isAllowed || import.meta.env.DEV ? readQuery('inspect') : null;
  if (requested === null) return {};
  const { inspectPortal } = await import('./inspect.ts');
  return { inspect: await inspectPortal(requested) };
}
