import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/shared/styles/base.css';
import { App } from './ui/session/App.tsx';
import { PortalProvider } from './ui/shared/actors.tsx';
import { openPortal } from './wiring/portal.ts';

const portal = await openPortal();
const place = document.getElementById('app');
if (place === null) throw new Error('the page has no #app');
createRoot(place).render(
  <StrictMode>
    <PortalProvider portal={portal}>
      <App />
    </PortalProvider>
  </StrictMode>,
);
