import type { MapPadding } from '../camera/mapPadding.ts';
import { useMapPadding } from '../camera/useMapPadding.ts';
import './pointing.css';

interface ReticleProps {
  symbol?: 'aoi' | 'measured' | undefined;
}

/** Marks the position of the keyboard's next vertex: the middle of the portal's free map. */
export function Reticle(props: ReticleProps) {
  return <ReticleIn {...props} padding={useMapPadding()} />;
}

/** The same on a map with other padding. */
export function ReticleIn({ symbol = 'aoi', padding }: ReticleProps & { padding: MapPadding }) {
  const { left, right, top, bottom } = padding;
  return (
    <div className="gt-pointing__room" style={{ left, right, top, bottom }} aria-hidden="true">
      <svg
        className={`gt-pointing__reticle gt-pointing__reticle--${symbol}`}
        width="48"
        height="48"
        viewBox="-24 -24 48 48"
      >
        <path className="gt-pointing__casing" d="M-22 0h15M22 0h-15M0-22v15M0 22v-15" />
        <path d="M-22 0h15M22 0h-15M0-22v15M0 22v-15" />
        <circle r="1.75" />
      </svg>
    </div>
  );
}
