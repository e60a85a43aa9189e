import { showPage } from './ui/shared/showPage.tsx';
import { files } from '../contract/calls/endpoints.ts';
import type { OpenApi } from './machines/account/reference/openapi.ts';
import { groupsOf } from './machines/account/reference/reference.rules.ts';
import * as browser from './services/browser/browser.ts';
import { fetchOpenApi, sendReferenceRequest } from './services/reference.ts';
import { fetchClientConfig } from './services/settings.ts';
import { NoReference, ReferencePage } from './ui/account/reference/ReferencePage.tsx';
import { applyTheme } from './ui/shared/styles/theme.ts';
import { storedPreferences } from './wiring/preferences.ts';

// a new window inherits the session: this page acts only with the token or key that is typed into it
browser.writeToken(null);
applyTheme(storedPreferences().theme);
const { serviceBase } = await fetchClientConfig();
const address = new URL(`${serviceBase}${files.openapi}`, location.href).href;
try {
  const api = (await fetchOpenApi(address)) as OpenApi;
  showPage(
    'reference',
    <ReferencePage
      info={api.info}
      address={address}
      server={new URL(api.servers[0]?.url ?? '/', address).href}
      groups={groupsOf(api)}
      first={location.hash.slice(1)}
      onSend={sendReferenceRequest}
      onSave={browser.saveBlob}
    />,
  );
} catch (error) {
  console.error(error);
  showPage('reference', <NoReference address={address} />);
}
