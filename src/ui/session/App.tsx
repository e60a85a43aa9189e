import { Suspense } from 'react';
import { isPageOpening } from '../../machines/session/portal.machine.ts';
import { AuthOverlay } from '../auth/AuthOverlay.tsx';
import { usePortalValue } from '../shared/actors.tsx';
import { addPortalTexts } from '../shared/i18n/language.ts';
import { earlyView, Turn } from '../shared/kit/states/earlyView.tsx';

/** The map and the panels, whose code loads while the user logs in or a reload asks for the session. */
export const Workspace = earlyView(async () => {
  // asked for at the same time as the workspace, which imports it later; MapView tries again what fails
  import('../map/MapCanvas.tsx').catch(() => {});
  const [{ Workspace: view }] = await Promise.all([import('./Workspace.tsx'), addPortalTexts()]);
  return view;
});
export const SharedPage = earlyView(async () => {
  const [{ SharedPage: view }] = await Promise.all([import('../saved/SharedPage.tsx'), addPortalTexts()]);
  return view;
});

const waiting = <div className="gt-late" role="status" aria-busy="true" />;

/** The overlay until the user is authenticated (nothing while a reload restores the session), then the portal (§2); for a share link, its page (decision 9). */
export function App() {
  const isSignedIn = usePortalValue((portal) => portal.matches({ session: 'signedIn' }));
  const isShared = usePortalValue((portal) => portal.matches({ session: 'sharedView' }));
  const isOpening = usePortalValue(isPageOpening);
  if (isOpening) return waiting;
  if (!isSignedIn && !isShared) return <AuthOverlay />;
  // the machines of the portal have started in this task
  return (
    <Suspense fallback={waiting}>
      <Turn key={isShared ? 'shared' : 'workspace'}>{isShared ? <SharedPage /> : <Workspace />}</Turn>
    </Suspense>
  );
}
