/** Names that JavaScript does not keep where they were written. */
const MISPLACED = /^(\d|__proto__$)/

/**
 * Canonical JSON (RFC 8785) of plain values: members in the order of their names, otherwise as JSON.stringify writes them,
 * which is what the RFC asks for. A sorted copy and one native call cost a third of writing it piece by piece.
 * @throws TypeError for what has no canonical form here: a number that is not finite, a broken surrogate pair, a member
 *   whose name is a number (JavaScript would move it to the front), undefined anywhere but as a member
 */
export function canonical(value: object): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return wellFormed(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form`)
      return value
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      return Array.isArray(value) ? value.map(sorted) : sortedObject(value)
    default:
      throw new TypeError(`A ${typeof value} has no canonical form`)
  }
}

function sortedObject(value: object): object {
  const members = value as Record<string, unknown>
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(members).sort()) {
    if (members[name] === undefined) continue
    if (MISPLACED.test(name)) throw new TypeError(`The name "${name}" would lose its place`)
    copy[wellFormed(name)] = sorted(members[name])
  }
  return copy
}

function wellFormed(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('A broken surrogate pair has no canonical form')
  return text
}
