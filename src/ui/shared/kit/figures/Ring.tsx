import './Ring.css';

interface RingProps {
  size?: number | undefined;
}

/** A spinner. The text next to it says what is in progress, so it is hidden from screen readers. */
export function Ring({ size = 16 }: RingProps) {
  return (
    <svg className="gt-ring" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path
        d="M14.25 8A6.25 6.25 0 1 1 8 1.75"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
