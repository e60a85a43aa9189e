import { lazy, Suspense } from 'react';
import { isShareOpening } from '../../machines/session/portal/portal.selectors.ts';
import { usePortalValue } from '../shared/actors.tsx';
import { AuthOverlay } from '../auth/AuthOverlay.tsx';

// the map and the panels load after log-in
const Workspace = lazy(async () => ({ default: (await import('./Workspace.tsx')).Workspace }));

const SharedPage = lazy(async () => ({ default: (await import('../saved/page/SharedPage.tsx')).SharedPage }));

const waiting = <div className="gt-loading" role="status" aria-busy="true" />;

/** The overlay until the user is authenticated, then the portal (§2); for a share link, its page (decision 9). */
export function App() {
  const isSignedIn = usePortalValue((portal) => portal.matches({ session: 'signedIn' }));
  const isShared = usePortalValue((portal) => portal.matches({ session: 'sharedView' }));
  const isOpeningShared = usePortalValue(isShareOpening);
  if (isOpeningShared) return waiting;
  if (!isSignedIn && !isShared) return <AuthOverlay />;
  return <Suspense fallback={waiting}>{isShared ? <SharedPage /> : <Workspace />}</Suspense>;
}
