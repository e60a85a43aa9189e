import './Progress.css';

interface ProgressProps {
  /** What goes on. */
  label: string;
  /** 0 to 1. */
  share: number;
  /** The share in words. */
  message: string;
}

/** How far something is. */
export function Progress({ label, share, message }: ProgressProps) {
  return (
    <div
      className="gt-progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={message}
    >
      <div className="gt-progress__done" style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
