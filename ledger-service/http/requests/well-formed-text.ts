/**
 * Finds a text in a body, a query or the parts of a path that neither a text of PostgreSQL nor the digest of a request
 * can contain: half of a surrogate pair, or a zero character. A zero character in a password is accepted, because a
 * password is only hashed.
 * @returns the path of the first such value, or of the value with such a name in it; '' is the input itself; undefined
 * where there is none
 */
export function findIllFormedText(input: unknown): string | undefined {
  // The list grows during the loop: a body can be nested deeper than the stack.
  const values = [{ path: '', value: input, isPassword: false }]
  for (const { path, value, isPassword } of values) {
    if (typeof value === 'string' && isIllFormed(value, isPassword)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (isIllFormed(name)) return path
      values.push({ path: path === '' ? name : `${path}.${name}`, value: inner, isPassword: name === 'password' })
    }
  }
  return undefined
}

function isIllFormed(text: string, isPassword = false): boolean {
  return !text.isWellFormed() || (!isPassword && text.includes('\0'))
}
