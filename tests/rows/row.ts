/** A row of the specification, and the tests or transitions that cover it. */
export interface Row {
  /** Text of the specification. */
  says: string;
  /** `FILE: TITLE` is a test below tests/ by its title; `path: ID` is a transition that paths take. */
  by: string[];
}
