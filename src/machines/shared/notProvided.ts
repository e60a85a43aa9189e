/** The default of a service slot: throws if a machine starts without its wiring. */
export function notProvided(slot: string): () => never {
  return () => {
    throw new Error(`unwired: ${slot}`);
  };
}
