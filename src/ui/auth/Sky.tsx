/**
 * The Earth behind the log-in card (NASA imagery rendered by lab/pictures/renderGlobe.mjs) and the track of a
 * pass. Decoration, so hidden from screen readers.
 */
export function Sky() {
  return (
    <div className="gt-auth__sky" aria-hidden="true">
      <picture>
        <source media="(max-width: 639.98px)" srcSet="/globe-narrow.webp 1x, /globe-narrow@2x.webp 2x" />
        <source media="(min-width: 1441px)" srcSet="/globe@2x.webp" />
        <img
          src="/globe.webp"
          srcSet="/globe.webp 1x, /globe@2x.webp 2x"
          alt=""
          decoding="async"
          fetchPriority="high"
        />
      </picture>
      <picture>
        <source media="(max-width: 639.98px)" srcSet="/globe-narrow-track.svg" />
        <img src="/globe-track.svg" alt="" decoding="async" />
      </picture>
    </div>
  );
}
