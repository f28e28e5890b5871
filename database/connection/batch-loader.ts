import { isPostgresUnavailable } from './postgres-availability.ts'

/** The largest number of concurrent queries; keys that are requested meanwhile go into the next one. */
const MAX_CONCURRENT_LOOKUPS = 2
/**
 * The largest number of keys of several companies in one query; a single company may exceed it. A company that does not
 * fit is the first in the next query.
 */
const MAX_KEYS_PER_QUERY = 1000

/** The queries that load keys of one company or of several. */
export interface BatchQueries<Key, Found> {
  /** Loads some keys of one company, each key once. */
  loadForCompany(companyId: string, keys: Key[]): Promise<(key: Key) => Found>
  /** The same for several companies, by one statement. */
  loadForCompanies(asked: readonly CompanyLookupKeys<Key>[]): Promise<(companyId: string, key: Key) => Found>
}

/** The keys of one company, each once. */
export interface CompanyLookupKeys<Key> {
  companyId: string
  keys: Key[]
}

/** Returns the loader of one company. */
export type PerCompany<Asking> = (companyId: string) => Asking

interface PendingLookup<Key, Found> {
  key: Key
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

/** The lookups of one company that wait. */
interface CompanyQueue<Key, Found> {
  companyId: string
  waiting: PendingLookup<Key, Found>[]
  /**
   * A joint query with this company failed: it is queried alone until one of its own queries succeeds, so that it makes
   * no other company fail.
   */
  isIsolated: boolean
}

/** The lookups of one company that one query answers. */
interface CompanyBatch<Key, Found> extends CompanyLookupKeys<Key> {
  line: CompanyQueue<Key, Found>
  asked: PendingLookup<Key, Found>[]
}

/**
 * Returns a loader that answers all waiting lookups with one query, because at thousands of requests a second a query
 * each would cost more than the request. Every answer is read after it was requested, so it includes everything that
 * was committed before. Companies that wait at the same moment share one query; a single company uses the statement for
 * one.
 * @param mayJoin whether one statement may cover several companies; on Citus, where companies are on several nodes,
 *   each is queried alone
 * @param atMost the most lookups that one query answers, for large answers; without it there is no limit for one
 *   company
 */
export function createBatchLoader<Key, Found>(
  question: BatchQueries<Key, Found>,
  mayJoin: boolean,
  atMost?: number,
): PerCompany<(key: Key) => Promise<Found>> {
  const joint = createDispatcher(question, atMost)
  return (companyId) => (mayJoin ? joint : createDispatcher(question, atMost))(companyId)
}

function createDispatcher<Key, Found>(
  { loadForCompany, loadForCompanies }: BatchQueries<Key, Found>,
  atMost = Number.POSITIVE_INFINITY,
): PerCompany<(key: Key) => Promise<Found>> {
  /** The companies with waiting lookups, the one that has waited longest first. */
  const lines = new Set<CompanyQueue<Key, Found>>()
  let running = 0

  async function run(): Promise<void> {
    if (lines.size === 0 || running >= MAX_CONCURRENT_LOOKUPS) return
    const parts = take()
    running++
    if (parts.length === 1) await Promise.all(parts.map(answer))
    else await answerSeveral(parts)
    running--
    while (lines.size > 0 && running < MAX_CONCURRENT_LOOKUPS) void run()
  }

  /** Takes all waiting lookups of each company, or as many as allowed, from as many companies as fit. */
  function take(): CompanyBatch<Key, Found>[] {
    const parts: CompanyBatch<Key, Found>[] = []
    const unfinished: CompanyQueue<Key, Found>[] = []
    let room = Math.min(MAX_KEYS_PER_QUERY, atMost)
    for (const line of lines) {
      if (parts.length > 0 && (line.isIsolated || Math.min(line.waiting.length, atMost) > room)) continue
      lines.delete(line)
      const { companyId } = line
      const asked = line.waiting.splice(0, atMost)
      if (line.waiting.length > 0) unfinished.push(line)
      parts.push({ line, asked, companyId, keys: [...new Set(asked.map(({ key }) => key))] })
      room -= asked.length
      if (line.isIsolated) break
    }
    for (const line of unfinished) lines.add(line)
    return parts
  }

  async function answer({ line, asked, companyId, keys }: CompanyBatch<Key, Found>): Promise<void> {
    try {
      resolveLookups(asked, await loadForCompany(companyId, keys))
      line.isIsolated = false
    } catch (error) {
      // A database that is unavailable is not the company's fault.
      line.isIsolated = !isPostgresUnavailable(error)
      for (const { reject } of asked) reject(error)
    }
  }

  /**
   * Answers several companies with one query. If it fails, one company may be the cause, so each company is then
   * queried alone, in turn.
   */
  async function answerSeveral(parts: CompanyBatch<Key, Found>[]): Promise<void> {
    let found: (companyId: string, key: Key) => Found
    try {
      found = await loadForCompanies(parts)
    } catch (error) {
      if (isPostgresUnavailable(error)) for (const { asked } of parts) for (const { reject } of asked) reject(error)
      else for (const part of parts) putBack(part)
      return
    }
    for (const { asked, companyId } of parts)
      try {
        resolveLookups(asked, (key) => found(companyId, key))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
  }

  function putBack({ line, asked }: CompanyBatch<Key, Found>): void {
    line.waiting = [...asked, ...line.waiting]
    line.isIsolated = true
    lines.add(line)
  }

  return (companyId) => {
    const line: CompanyQueue<Key, Found> = { companyId, waiting: [], isIsolated: false }
    return (key) =>
      new Promise((resolve, reject) => {
        if (line.waiting.length === 0) lines.add(line)
        line.waiting.push({ key, resolve, reject })
        // The first of several lookups that arrive together waits a turn of the event loop, so that the others join its
        // query.
        if (running < MAX_CONCURRENT_LOOKUPS) setImmediate(() => void run())
      })
  }
}

function resolveLookups<Key, Found>(asked: PendingLookup<Key, Found>[], found: (key: Key) => Found): void {
  for (const { key, resolve } of asked) resolve(found(key))
}

/** Returns the keys of all companies, and the company of each key, as two parallel columns. */
export function toCompanyAndKeyColumns<Key>(asked: readonly CompanyLookupKeys<Key>[]): {
  companyIds: string[]
  keys: Key[]
} {
  return {
    companyIds: asked.flatMap(({ companyId, keys }) => keys.map(() => companyId)),
    keys: asked.flatMap(({ keys }) => keys),
  }
}

/** Returns a look-up of rows by company and key. */
export function indexByCompanyAndKey<Row extends { company_id: string }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): (companyId: string, key: Key) => Row | undefined {
  const companies = new Map<string, Map<Key, Row>>()
  for (const row of rows) {
    const own = companies.get(row.company_id) ?? new Map<Key, Row>()
    companies.set(row.company_id, own.set(keyOf(row), row))
  }
  return (companyId, key) => companies.get(companyId)?.get(key)
}
