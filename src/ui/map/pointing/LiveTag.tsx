import type { RefObject } from 'react';

/** The figure next to the pointer; `useModeSession` updates and moves it. */
export function LiveTag({
  tag,
  className = '',
}: {
  tag: RefObject<HTMLDivElement | null>;
  className?: string;
}) {
  return (
    <div ref={tag} className="gt-map__anchor" hidden aria-hidden="true">
      <div className={`gt-map__tag gt-map__tag--live ${className}`} />
    </div>
  );
}
