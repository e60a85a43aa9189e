/** The default of a service slot: a machine that was started without its wiring says so at once. */
export function notProvided(slot: string): () => never {
  return () => {
    throw new Error(`unwired: ${slot}`);
  };
}
