/** A state value in one line, such as `session.signedIn.noForm, connection.online`. */
export function stateWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const below = stateWords(inner);
      return below === '' ? [key] : below.split(', ').map((one) => `${key}.${one}`);
    })
    .join(', ');
}
