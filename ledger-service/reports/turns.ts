/** Those who wait, one of each company in turn: who has many that wait holds up nobody else's first. */
export interface Turns<One> {
  add(companyId: string, one: One): void
  /** @returns whether it waited */
  remove(companyId: string, one: One): boolean
  /** Of the company whose turn it is, the one that waits longest; the company is then the last. */
  next(): One | undefined
}

export function openTurns<One>(): Turns<One> {
  /** The next company first; one of which nobody waits is not in it. */
  const waiting = new Map<string, One[]>()

  function add(companyId: string, one: One): void {
    const own = waiting.get(companyId)
    if (own) own.push(one)
    else waiting.set(companyId, [one])
  }

  function remove(companyId: string, one: One): boolean {
    const own = waiting.get(companyId) ?? []
    const at = own.indexOf(one)
    if (at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) waiting.delete(companyId)
    return true
  }

  function next(): One | undefined {
    for (const [companyId, own] of waiting) {
      const one = own.shift()
      waiting.delete(companyId)
      if (own.length > 0) waiting.set(companyId, own)
      return one
    }
    return undefined
  }

  return { add, remove, next }
}
