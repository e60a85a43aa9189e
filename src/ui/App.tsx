import { lazy, Suspense } from 'react';
import { usePortalValue } from './actors.tsx';
import { AuthOverlay } from './auth/AuthOverlay.tsx';

// the map and the panels are loaded once somebody is signed in
const Workspace = lazy(async () => ({ default: (await import('./shell/Workspace.tsx')).Workspace }));

/** The overlay until the user is authenticated, then the portal (§2). */
export function App() {
  const isSignedIn = usePortalValue((portal) => portal.matches({ session: 'signedIn' }));
  if (!isSignedIn) return <AuthOverlay />;
  return (
    <Suspense fallback={<div className="gt-loading" role="status" aria-busy="true" />}>
      <Workspace />
    </Suspense>
  );
}
