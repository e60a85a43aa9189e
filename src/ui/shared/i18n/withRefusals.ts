interface Groups {
  errors: { geometry: object };
}

/** The client's texts plus the refusal sentences shared with the server, all under `errors`. */
export function withRefusals<Own extends Groups, Refusals extends Groups['errors']>(
  own: Own,
  refusals: Refusals,
) {
  const geometry = { ...own.errors.geometry, ...refusals.geometry };
  return { ...own, errors: { ...own.errors, ...refusals, geometry } } as Omit<Own, 'errors'> & {
    errors: Own['errors'] & Refusals;
  };
}
