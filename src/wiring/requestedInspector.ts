import type { InspectionEvent } from 'xstate';
import { readQuery } from '../services/browser.ts';

/**
 * The option of `createActor` when the address requests an inspector and the page allows one: a development build, or a
 * deployment with INSPECT=on. The inspector's code is fetched only then.
 */
export async function requestedInspector(
  isAllowed: boolean,
): Promise<{ inspect?: (inspected: InspectionEvent) => void }> {
  const requested = isAllowed || import.meta.env.DEV ? readQuery('inspect') : null;
  if (requested === null) return {};
  const { inspectPortal } = await import('./inspect.ts');
  return { inspect: await inspectPortal(requested) };
}
