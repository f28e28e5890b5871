/** Returns whether a value of an address is a text that matches a pattern. */
export const matchesPattern = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)
