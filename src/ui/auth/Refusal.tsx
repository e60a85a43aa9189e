import { CircleX } from 'lucide-react';

/** Why the last try was refused. Always rendered, so that screen readers announce a change. */
export function Refusal({ text }: { text: string | null }) {
  return (
    <div className="gt-auth__refusal" role="alert">
      {text !== null && (
        <>
          <CircleX size={16} strokeWidth={1.75} aria-hidden="true" />
          <span ref={show}>{text}</span>
        </>
      )}
    </div>
  );
}

/** Scrolls to the refusal, for users who submitted from a field far above. */
const show = (words: HTMLElement | null) => words?.parentElement?.scrollIntoView({ block: 'nearest' });
