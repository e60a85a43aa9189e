import { showPage } from './ui/shared/showPage.tsx';
import { App } from './ui/session/App.tsx';
import { PortalProvider } from './ui/shared/actors.tsx';
import { openPortal } from './wiring/portal.ts';

const portal = await openPortal();
showPage(
  'app',
  <PortalProvider portal={portal}>
    <App />
  </PortalProvider>,
);
