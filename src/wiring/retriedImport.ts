import { reloadPage } from '../services/browser/browser.ts';

/**
 * A dynamic import that can be retried. Browsers cache a failed module load, and an update of the portal
 * removes old chunks: a retry therefore reloads the page once the server answers. The address and the session
 * restore its state.
 */
export function retriedImport(load: () => Promise<unknown>): () => Promise<void> {
  let hasFailed = false;
  return async () => {
    if (hasFailed) await reloadPage();
    try {
      await load();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
}
