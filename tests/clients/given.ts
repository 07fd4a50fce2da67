/** Returns what must be there, where the type leaves it open. */
export function given<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error("something is missing that the match must have");
  return value;
}
