/** Names of beneficiaries are settled by their first spelling, so what was once read stays true. */
const MAX_NAMES = 50_000

/** Keeps the names that this process has seen, so that a payment to a known beneficiary asks the database nothing. */
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

  /** Only what is committed may be remembered. The oldest go first. */
  remember(names: Map<string, string>): void {
    for (const [id, name] of names) this.#names.set(id, name)
    for (const id of this.#names.keys()) {
      if (this.#names.size <= MAX_NAMES) return
      this.#names.delete(id)
    }
  }
}
