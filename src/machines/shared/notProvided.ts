/** The default of a service slot: it throws when a machine is started without its wiring. */
export function notProvided(slot: string): () => never {
  return () => {
    throw new Error(`unwired: ${slot}`);
  };
}
