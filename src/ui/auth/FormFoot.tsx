import type { NoticeText } from '../../machines/notice.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Note } from '../kit/Note.tsx';

interface FormFootProps {
  /** What the server said against the last try. */
  refusal: NoticeText | null;
  busy: boolean;
  word: string;
  busyWord: string;
}

/** Sent from a field far above, the form shows why nothing happened. */
const showNote = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' });

/** A refusal in its place, then the one action of the form. */
export function FormFoot({ refusal, busy, word, busyWord }: FormFootProps) {
  const t = useT();
  return (
    <div className="gt-form__foot">
      {refusal !== null && (
        <div ref={showNote}>
          <Note tone="err">{saidText(t, refusal)}</Note>
        </div>
      )}
      <Button variant="primary" type="submit" size="large" wide busy={busy} busyLabel={busyWord}>
        {word}
      </Button>
    </div>
  );
}
