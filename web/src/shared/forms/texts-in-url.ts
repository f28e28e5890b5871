/**
 * Returns the texts of an address under their names, cut to what the server takes; nothing where there is none. The
 * router parses a search for 1500 as a number.
 */
export function textsInUrl<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  most: number,
  ...names: readonly Name[]
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      texts[name] = String(value).slice(0, most)
  }
  return texts
}
