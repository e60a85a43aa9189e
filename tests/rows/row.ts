/** A row of the specification, and what shows that the product keeps it. */
export interface Row {
  /** The specification's words. */
  says: string;
  /** `FILE: TITLE`, a test below tests/ by its title as it stands in the source; `path: ID`, a transition that paths take. */
  by: string[];
}
