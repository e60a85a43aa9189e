import { usePortal, usePortalValue } from './actors.tsx';
import { messageText } from './i18n/messageText.ts';
import { useT } from './i18n/useT.ts';
import { Toasts } from './kit/overlays/Toasts.tsx';

/** The portal's notices as toasts. A notice that asks for an area disappears once there is one. */
export function Notices() {
  const t = useT();
  const portal = usePortal();
  const notices = usePortalValue(({ context }) => context.notices);
  return (
    <Toasts
      notices={notices.map(({ id, tone, message }) => ({ id, tone, text: messageText(t, message) }))}
      onClose={(id) => portal.send({ type: 'notice.dismissed', id })}
    />
  );
}
