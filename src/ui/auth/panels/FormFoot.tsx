import type { NoticeText } from '../../../machines/shared/notice.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Refusal } from '../Refusal.tsx';

interface FormFootProps {
  /** Why the server refused the last try. */
  refusal: NoticeText | null;
  busy: boolean;
  word: string;
  busyWord: string;
}

/** The refusal, then the submit button. */
export function FormFoot({ refusal, busy, word, busyWord }: FormFootProps) {
  const t = useT();
  return (
    <>
      <Refusal text={refusal === null ? null : messageText(t, refusal)} />
      <Button variant="primary" type="submit" size="large" wide busy={busy} busyLabel={busyWord}>
        {word}
      </Button>
    </>
  );
}
