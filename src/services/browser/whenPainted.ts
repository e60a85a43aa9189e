/** The longest wait if the page is not visible, ms. */
const UNPAINTED_MS = 1000;

/** Resolves when the page is painted and idle, for work that is not urgent. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, UNPAINTED_MS);
    // two frames: the first has been painted when the second starts
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        requestIdleCallback(
          () => {
            clearTimeout(timeout);
            resolve();
          },
          { timeout: UNPAINTED_MS },
        ),
      ),
    );
  });
}
