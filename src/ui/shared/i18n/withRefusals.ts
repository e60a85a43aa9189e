/** The client's texts plus the refusal sentences shared with the server, all under `errors`. */
export const withRefusals = <Own extends { errors: object }, Refusals extends object>(
  own: Own,
  refusals: Refusals,
) => ({ ...own, errors: { ...own.errors, ...refusals } });
