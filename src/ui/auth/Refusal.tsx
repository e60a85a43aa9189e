import { CircleX } from 'lucide-react';

/** What was said against the last try, above the button; its place is always there, so that its coming is announced. */
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

/** Whoever sent the form from a field far above sees why nothing happened. */
const show = (words: HTMLElement | null) => words?.parentElement?.scrollIntoView({ block: 'nearest' });
