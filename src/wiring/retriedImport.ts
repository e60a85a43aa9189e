import { reloadPage } from '../services/browser.ts';

/**
 * Code that is fetched when it is needed, and can be asked for again when that failed. Browsers remember that a module
 * could not be fetched, and after an update of the portal its old parts are gone: so from the second try on the page is
 * loaded anew, as soon as the server answers. The address and the session bring it back to where it was.
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
