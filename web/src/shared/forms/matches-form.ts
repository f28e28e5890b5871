/** Returns whether a value of an address is a text of a form. */
export const matchesForm = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value)
