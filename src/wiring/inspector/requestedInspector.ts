import type { InspectionEvent } from 'xstate';
import type { NoticeRaised } from '../../machines/shared/notice.ts';
import { readQuery } from '../../services/browser/browser.ts';
import type { ClientConfig } from '../../services/settings.ts';

/**
 * The inspector option of `createActor`, if the address requests one or sessions can be saved, and the page allows it: in a
 * development build or with INSPECT=on, SAVE_SESSION=on. Loads the inspector's code only then.
 * @param say shows that a session was saved; null for a page whose sessions the viewer alone saves
 */
export async function requestedInspector(
  allowed: Pick<ClientConfig, 'inspect' | 'saveSession'>,
  say: ((notice: NoticeRaised) => void) | null,
): Promise<{ inspect?: (inspected: InspectionEvent) => void }> {
  const { DEV } = import.meta.env;
  const requested = allowed.inspect || DEV ? readQuery('inspect') : null;
  const isSaving = say !== null && (allowed.saveSession || DEV);
  if (requested === null && !isSaving) return {};
  const { savedSessions } = await import('./saveSession.ts');
  const sessions = savedSessions(isSaving ? say : null);
  if (requested === null) return { inspect: sessions.inspect };
  const { inspectPortal } = await import('./inspect.ts');
  const inspected = await inspectPortal(requested, sessions.text, say ?? (() => {}));
  return {
    inspect: (event) => {
      sessions.inspect(event);
      inspected(event);
    },
  };
}
