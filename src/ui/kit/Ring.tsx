import './Ring.css';

interface RingProps {
  size?: number | undefined;
}

/** A turning ring: something goes on. Words beside it say what, so it is hidden from screen readers. */
export function Ring({ size = 16 }: RingProps) {
  return (
    <svg className="gt-ring" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path
        d="M8 1.75A6.25 6.25 0 1 0 14.25 8"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
