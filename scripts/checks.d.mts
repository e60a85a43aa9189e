/** Options of the check that every import of the product is named in package.json. */
export const STRICTLY_NAMED: readonly string[];
