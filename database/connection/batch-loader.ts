import { isPostgresUnavailable } from './postgres-errors.ts'

/** No more than this many queries at a time; what is asked meanwhile goes into the next one. */
const MAX_CONCURRENT_LOOKUPS = 2
/** Keys of several companies in one query; one alone may ask for more. Who finds no room is the first in the next one. */
const MAX_KEYS_PER_QUERY = 1000

/** What is asked for companies, each with keys of its own. */
export interface BatchQueries<Key, Found> {
  /** Answers for some keys of one company, each once. */
  loadForCompany(companyId: string, keys: Key[]): Promise<(key: Key) => Found>
  /** The same of several companies, by one statement. */
  loadForCompanies(asked: readonly CompanyKeys<Key>[]): Promise<(companyId: string, key: Key) => Found>
}

/** What one company asks for, each key once. */
export interface CompanyKeys<Key> {
  companyId: string
  keys: Key[]
}

/** What asks for one company. */
export type PerCompany<Asking> = (companyId: string) => Asking

interface PendingLookup<Key, Found> {
  key: Key
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

/** Who waits in one company. */
interface CompanyQueue<Key, Found> {
  companyId: string
  waiting: PendingLookup<Key, Found>[]
  /** A query that it was in failed: it goes by itself until one of its own does not, so that no other fails with it. */
  isIsolated: boolean
}

/** Who is answered by one query, of one company. */
interface CompanyBatch<Key, Found> extends CompanyKeys<Key> {
  line: CompanyQueue<Key, Found>
  asked: PendingLookup<Key, Found>[]
}

/**
 * One query for all who wait: at thousands of requests a second a query for each would cost more than the request. Every answer
 * was read after it was asked for, so that what happened before is in it. Companies that wait at the same moment are asked for in one query, too; of
 * one alone it is the statement that names it.
 * @param mayJoin whether several companies may be in one statement; on Citus, where they are on several nodes, each asks by itself
 * @param atMost who is answered by one query, where an answer is large; without it a company may ask for as many keys as it likes
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
  { loadForCompany: ofOne, loadForCompanies: ofSeveral }: BatchQueries<Key, Found>,
  atMost = Number.POSITIVE_INFINITY,
): PerCompany<(key: Key) => Promise<Found>> {
  /** Those in which somebody waits, the one that has waited longest first. */
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

  /** All that wait in each company, or as many of them as may be, and of as many companies as there is room for. */
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
      resolveLookups(asked, await ofOne(companyId, keys))
      line.isIsolated = false
    } catch (error) {
      // A database that is away is nobody's fault.
      line.isIsolated = !isPostgresUnavailable(error)
      for (const { reject } of asked) reject(error)
    }
  }

  /** What such a query fails for may be one company's fault: each is asked for by itself then, in its turn, which finds out whose. */
  async function answerSeveral(parts: CompanyBatch<Key, Found>[]): Promise<void> {
    let found: (companyId: string, key: Key) => Found
    try {
      found = await ofSeveral(parts)
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
        // Of requests that came in together, the first gathers the others.
        if (running < MAX_CONCURRENT_LOOKUPS) setImmediate(() => void run())
      })
  }
}

function resolveLookups<Key, Found>(asked: PendingLookup<Key, Found>[], found: (key: Key) => Found): void {
  for (const { key, resolve } of asked) resolve(found(key))
}

/** The keys of all, and beside each the company that it is of. */
export function toCompanyAndKeyColumns<Key>(asked: readonly CompanyKeys<Key>[]): { companyIds: string[]; keys: Key[] } {
  return {
    companyIds: asked.flatMap(({ companyId, keys }) => keys.map(() => companyId)),
    keys: asked.flatMap(({ keys }) => keys),
  }
}

/** Rows by their company, and then by what is their key there. */
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
