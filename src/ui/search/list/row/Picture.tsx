import { ImageOff } from 'lucide-react';
import { useState } from 'react';

interface PictureProps {
  src: string | null;
  /** '' if the text beside it says the same. */
  alt: string;
  /** The text if there is no picture; omitted in small rows. */
  none?: string | undefined;
}

/** A quicklook, or an empty frame if it is missing or fails to load. */
export function Picture({ src, alt, none }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src !== null && src !== failed)
    return <img className="gt-picture" src={src} alt={alt} decoding="async" onError={() => setFailed(src)} />;
  return (
    <span className="gt-picture gt-picture--none">
      <ImageOff size={16} strokeWidth={1.5} aria-hidden="true" />
      {none !== undefined && <span>{none}</span>}
    </span>
  );
}
