import { useRoom } from '../useRoom.ts';
import './pointing.css';

/** Where the keyboard sets the next vertex: the middle of the free map. */
export function Reticle({ symbol = 'aoi' }: { symbol?: 'aoi' | 'measured' | undefined }) {
  const { left, right, top, bottom } = useRoom();
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
