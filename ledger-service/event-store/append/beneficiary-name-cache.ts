import { LRUCache } from 'lru-cache'

/** The first spelling of a beneficiary's name is final, so a cached name stays valid. */
const MAX_CACHED_NAMES = 50_000

/** Caches the names that this process has read, so that a payment to a known beneficiary needs no query. */
export class BeneficiaryNameCache {
  // With `max`, each company would reserve memory for all of them.
  readonly #names = new LRUCache<string, string>({ maxSize: MAX_CACHED_NAMES, sizeCalculation: () => 1 })

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

  /** Caches names, which must be committed. The least recently used are evicted first. */
  remember(names: Map<string, string>): void {
    for (const [id, name] of names) this.#names.set(id, name)
  }
}
