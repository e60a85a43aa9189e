/** A tool's key at the end of its row, which is no part of the row's name; nothing while the keys are switched off. */
export function Keycap({ of }: { of: string | null }) {
  return (
    of !== null && (
      <kbd
        className="gt-keycap gt-desk-only gt-axis gt-round-tag gt-caption gt-muted"
        data-key={of.replace('Shift+', '⇧ ')}
        aria-hidden="true"
      />
    )
  );
}
