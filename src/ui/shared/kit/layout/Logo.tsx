interface LogoProps {
  size?: number | undefined;
  /** Blue on white, for the dark sky of the log-in page. */
  inverse?: boolean | undefined;
}

/** The logo: a globe and the track of a pass above it. */
export function Logo({ size = 36, inverse = false }: LogoProps) {
  const ground = inverse ? '#ffffff' : 'var(--accent)';
  const line = inverse ? '#2b4fd8' : 'var(--on-accent)';
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" fill="none" aria-hidden="true">
      <rect width="36" height="36" rx="8" fill={ground} />
      <circle cx="18" cy="18" r="10.6" stroke={line} strokeOpacity="0.6" strokeWidth="1.5" />
      <path
        d="M2.6 23.5C10.4 23.5 10.2 11.9 18 11.9s7.6 11.6 15.4 11.6"
        stroke={line}
        strokeWidth="2.3"
        strokeLinecap="round"
      />
      <circle cx="18" cy="11.9" r="3" fill={line} />
    </svg>
  );
}
