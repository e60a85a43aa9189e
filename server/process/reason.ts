/**
 * The reason of a failure, for the operator. A connection tried on several addresses fails with an
 * AggregateError that has no message.
 */
export function serverMessageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((inner: unknown) => serverMessageOf(inner)).join('; ');
  return error instanceof Error ? error.message : String(error);
}
