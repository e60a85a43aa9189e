/** The value, which is there at this point. @throws Error with the message if it isn't */
export function known<Value>(value: Value, message: string): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(message);
  return value;
}
