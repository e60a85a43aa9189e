import type { NoticeText } from '../../machines/shared/notice.ts';
import { messageText } from './i18n/messageText.ts';
import { useT } from './i18n/useT.ts';
import { Note } from './kit/figures/Note.tsx';

/** Why something was refused: the catalogue's text, then the server's reason; renders nothing if null. */
export function RefusalNote({ refusal, reason }: { refusal: NoticeText | null; reason?: NoticeText | null }) {
  const t = useT();
  if (refusal === null) return null;
  return (
    <Note tone="err" title={messageText(t, refusal)}>
      {reason && <p>{messageText(t, reason)}</p>}
    </Note>
  );
}
