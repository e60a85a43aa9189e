import './Progress.css';

interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  /** The progress as text. */
  message: string;
}

export function Progress({ label, share, message }: ProgressProps) {
  return (
    <div
      className="gt-progress gt-round-bar gt-blank gt-clip"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={message}
    >
      <div className="gt-progress__done gt-tall" style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
