/** The first spelling of a beneficiary's name is final, so a cached name stays valid. */
const MAX_CACHED_NAMES = 50_000

/** Caches the names that this process has read, so that a payment to a known beneficiary needs no query. */
export class BeneficiaryNameCache {
  readonly #names = new Map<string, string>()

  split(ids: string[]): { known: Map<string, string>; unknown: string[] } {
    const known = new Map<string, string>()
    const unknown: string[] = []
    for (const id of ids) {
      const name = this.#names.get(id)
      if (name === undefined) unknown.push(id)
      else known.set(id, name)
    }
    return { known, unknown }
  }

  /** Caches names, which must be committed. The oldest are evicted first. */
  remember(names: Map<string, string>): void {
    for (const [id, name] of names) this.#names.set(id, name)
    for (const id of this.#names.keys()) {
      if (this.#names.size <= MAX_CACHED_NAMES) return
      this.#names.delete(id)
    }
  }
}
