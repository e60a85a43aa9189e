import type { InspectionEvent } from 'xstate';
import { readQuery } from '../services/browser.ts';

/**
 * What `createActor` takes when the address asks for an inspector and the page may have one: a development build, or a
 * deployment that says so. The inspector's code is fetched then alone.
 */
export async function requestedInspector(
  isAllowed: boolean,
): Promise<{ inspect?: (inspected: InspectionEvent) => void }> {
  const requested = isAllowed || import.meta.env.DEV ? readQuery('inspect') : null;
  if (requested === null) return {};
  const { inspectPortal } = await import('./inspect.ts');
  return { inspect: await inspectPortal(requested) };
}
