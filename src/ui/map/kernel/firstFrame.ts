/** The longest wait for a map that draws nothing, ms. */
const LONGEST_WAIT_MS = 5000;

let drawn = () => {};
const firstFrame = new Promise<void>((resolve) => {
  drawn = resolve;
});

/** Called when a map has drawn its first frame, or can't draw any. */
export function noteFirstFrame(): void {
  performance.mark('map drawn');
  drawn();
}

/**
 * Loads code that isn't in sight, once the map can be used: in the task after its first frame. A load that
 * fails is repeated where its code is first needed.
 * @returns a function that drops the plan
 */
export function afterFirstFrame(load: () => Promise<unknown>): () => void {
  let isDropped = false;
  const begin = () => {
    if (!isDropped) load().catch(() => {});
  };
  const wait = setTimeout(noteFirstFrame, LONGEST_WAIT_MS);
  firstFrame.then(() => setTimeout(begin)).catch(() => {});
  return () => {
    isDropped = true;
    clearTimeout(wait);
  };
}
