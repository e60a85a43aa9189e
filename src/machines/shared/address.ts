/** What the page address says. */
export interface Address {
  query: Readonly<Partial<Record<string, string>>>;
  /** The WKT that this browser keeps under the key that `area` names; null for none. */
  keptArea: string | null;
}

export const NO_ADDRESS: Address = { query: {}, keptArea: null };
