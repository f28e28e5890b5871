import { createReadStream } from 'node:fs'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { companyNameSchema } from '@ledger/contracts/text/text-schemas.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { COMPANY_SOURCE_SQL } from '@ledger/database/binary/unnest-columns.ts'
import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import canonicalize from 'canonicalize'
import { Client } from 'pg'
import { z } from 'zod'
import {
  type AccountState,
  accountsChangedBy,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
} from '../../domain/account-and-transaction-states.ts'
import { evolveFoldedStates, NOTHING_FOLDED } from '../../domain/folded-states.ts'
import { findRuleViolation } from '../../domain/imported-event-rules.ts'
import { addedToTotal } from '../../domain/money/postings.ts'
import { insertEvents, upsertAccounts, upsertTransactions } from '../../event-store/append/batch-write-statements.ts'
import { loadTransactions } from '../../event-store/append/load-state/load-decision-state.ts'
import { GENESIS_HASH } from '../../event-store/integrity/hash-chain.ts'
import { logOrigin } from '../checkpoints/checkpoint-note.ts'
import { CHAIN_START, type ChainEnd, findFirstBadEvent } from '../verification/verify-chain.ts'
import {
  formatCheckpointLine,
  formatHeaderLine,
  LOG_EXPORT_FORMAT,
  formatEventLine as lineOfEvent,
} from './export-log.ts'
import { strictLines } from './strict-lines.ts'

const EVENTS_PER_IMPORT_PAGE = 1000

/** Thrown where the file is no export, or differs from it; nothing was imported. */
export class CannotImport extends Error {}

/** A name, an origin and 44 characters of base64. */
const LONGEST_KEY = 500

const exportHeaderSchema = z.object({
  format: z.literal(LOG_EXPORT_FORMAT),
  companyId: z.uuid().refine((id) => id === id.toLowerCase()),
  name: companyNameSchema,
  verifierKey: z.string().max(LONGEST_KEY).nullable(),
  /** Missing in the oldest exports. */
  events: z.int().optional(),
})
/**
 * In the form of the log; the database would store another spelling in this form, and the hash would not match the
 * stored text.
 */
const instant = z.iso.datetime().refine((text) => new Date(text).toISOString() === text)
const eventLineSchema = z.object({
  position: z.int(),
  eventId: z.string(),
  type: z.string(),
  schemaVersion: z.int(),
  recordedAt: instant,
  date: instant,
  actor: z.unknown(),
  data: z.unknown(),
  meta: z.unknown(),
  prevHash: z.string(),
  hash: z.string(),
})
const checkpointLineSchema = z.object({ checkpoint: z.string(), signedAt: z.iso.datetime() })

/**
 * Imports the log of an export into an empty database, in one transaction: the same positions, the same bytes, the same
 * hashes. Each event is checked against its hash and the one before, and against the rules of decisions. The
 * projections then read it like any log.
 * @returns the company and the number of imported events
 * @throws CannotImport with the position of the first bad line, or where the database already has a company
 */
export async function importLog(
  databaseUrl: string,
  file: string,
  onProgress: (events: number) => void,
): Promise<{ companyId: string; events: number }> {
  const client = new Client({
    ...clientSettings(databaseUrl, { name: 'site-ledger import' }),
    pipeline: true,
  })
  await client.connect()
  try {
    await client.query('BEGIN')
    const imported = await importLines(client, file, onProgress)
    await commitAndCheckWarnings(client)
    return imported
  } finally {
    await client.end()
  }
}

async function importLines(client: Client, file: string, onProgress: (events: number) => void) {
  let importer: LogImporter | undefined
  let page: ChainedEvent[] = []
  for await (const line of strictLines(createReadStream(file))) {
    const value: unknown = parseJsonLine(line)
    if (!importer) {
      importer = new LogImporter(client, parseExportHeader(value))
      requireExact(line, formatHeaderLine(importer.header))
      await importer.begin()
      continue
    }
    const checkpoint = checkpointLineSchema.safeParse(value)
    if (checkpoint.success) {
      requireExact(
        line,
        formatCheckpointLine({ note: checkpoint.data.checkpoint, signed_at: checkpoint.data.signedAt }),
      )
      await importer.insertCheckpoint(checkpoint.data.checkpoint, checkpoint.data.signedAt)
      continue
    }
    const event = parseEventLine(importer.companyId, value)
    requireExact(line, lineOfEvent(event))
    page.push(event)
    if (page.length < EVENTS_PER_IMPORT_PAGE) continue
    await importer.importPage(page)
    onProgress(importer.events)
    page = []
  }
  if (!importer) throw new CannotImport('The file is empty')
  await importer.importPage(page)
  await importer.finish()
  return { companyId: importer.companyId, events: importer.events }
}

function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new CannotImport('The file holds a line that is no JSON')
  }
}

/**
 * Refuses a line with a repeated member, or one that was not hashed, which parsing would ignore: the offline verifier
 * refuses it, too.
 */
function requireExact(line: string, exported: string): void {
  if (`${line}\n` !== exported)
    throw new CannotImport(`The file holds a line that is not as it was exported: ${line.slice(0, 80)}`)
}

function parseExportHeader(value: unknown) {
  const read = exportHeaderSchema.safeParse(value)
  if (!read.success) throw new CannotImport('The file is no export of Site Ledger')
  return read.data
}

function parseEventLine(companyId: string, value: unknown): ChainedEvent {
  const read = eventLineSchema.safeParse(value)
  if (!read.success) throw new CannotImport('The file holds a line that is neither an event nor a checkpoint')
  const { actor, data, meta, prevHash, hash, type, ...fields } = read.data
  const bytes = (part: unknown) => canonicalize(part) ?? 'null'
  return {
    companyId,
    ...fields,
    type: type as ChainedEvent['type'],
    actor: bytes(actor),
    data: bytes(data),
    meta: bytes(meta),
    prevHash: Buffer.from(prevHash, 'hex'),
    hash: Buffer.from(hash, 'hex'),
  }
}

/** @throws CannotImport for an event of an unknown type or version */
function decodeChainedEvent(event: ChainedEvent): LedgerEvent {
  try {
    return decodeEvent(event)
  } catch (error) {
    const why = toError(error).message
    throw new CannotImport(`The event at ${event.position} cannot be read: ${why}`)
  }
}

class LogImporter {
  readonly companyId: string
  readonly #client: Client
  readonly header: z.infer<typeof exportHeaderSchema>
  readonly #accounts = new Map<string, AccountState>()
  #end: ChainEnd = CHAIN_START
  #totalPaise = 0n
  #folded = NOTHING_FOLDED
  /** The size of the largest checkpoint. */
  #signed = 0

  constructor(client: Client, of: z.infer<typeof exportHeaderSchema>) {
    this.#client = client
    this.header = of
    this.companyId = of.companyId
  }

  get events(): number {
    return this.#end.position
  }

  async begin(): Promise<void> {
    const { rows } = await this.#client.query('SELECT 1 FROM companies LIMIT 1')
    if (rows.length > 0)
      throw new CannotImport('The database already has a company: a log is imported into an empty one')
    const { companyId, name, verifierKey } = this.header
    await this.#client.query('INSERT INTO companies (company_id, name) VALUES ($1, $2)', [companyId, name])
    await this.#client.query(
      "INSERT INTO log_heads (company_id, position, hash, recorded_at) VALUES ($1, 0, $2, 'epoch')",
      [companyId, GENESIS_HASH],
    )
    if (verifierKey === null) return
    await this.#client.query('INSERT INTO verifier_keys (company_id, verifier_key) VALUES ($1, $2)', [
      companyId,
      verifierKey,
    ])
  }

  async importPage(page: ChainedEvent[]): Promise<void> {
    const last = page.at(-1)
    if (!last) return
    const bad = findFirstBadEvent(this.#end, page)
    if (bad) throw new CannotImport(`The event at ${bad.position} is not the one that was exported: ${bad.reason}`)
    const transactions = await this.#fold(page)
    await this.#client.query(insertEvents(this.companyId, page))
    if (transactions.length > 0) await this.#client.query(upsertTransactions(this.companyId, transactions))
    this.#end = last
  }

  /**
   * Folds a page of events: the states of accounts stay in memory until the end, those of transactions are returned to
   * be written now.
   */
  async #fold(page: ChainedEvent[]): Promise<TransactionState[]> {
    const events = page.map(decodeChainedEvent)
    const ids = [...new Set(events.flatMap((event) => transactionChangedBy(event) ?? []))]
    const before = await loadTransactions(this.#client, this.companyId, ids)
    const names = new Map<string, string>()
    // A transaction whose first event has its id needs no row until it is changed.
    const changedIds = new Set<string>()
    for (const event of events) {
      const why = findRuleViolation(event, {
        account: (id) => this.#accounts.get(id),
        transaction: (id) => before.get(id),
        folded: this.#folded,
      })
      if (why) throw new CannotImport(`The event at ${event.position} is none that the ledger records: ${why}`)
      this.#folded = evolveFoldedStates(this.#folded, event)
      if ('postings' in event.data) this.#totalPaise += BigInt(addedToTotal(event.data.postings))
      for (const id of accountsChangedBy(event))
        this.#accounts.set(id, evolveAccount(this.#accounts.get(id), id, event))
      const id = transactionChangedBy(event)
      if (id !== undefined) before.set(id, evolveTransaction(before.get(id), id, event))
      if (id !== undefined && id !== event.eventId) changedIds.add(id)
      const { after } = entryBeforeAndAfter(event)
      if (after?.kind === 'debit' && !names.has(after.beneficiary.id))
        names.set(after.beneficiary.id, after.beneficiary.name)
    }
    if (names.size > 0) await this.#keepNames(names)
    return [...before.values()].filter(({ id }) => changedIds.has(id))
  }

  async #keepNames(names: Map<string, string>): Promise<void> {
    await this.#client.query(
      `INSERT INTO beneficiary_names (company_id, beneficiary_id, name) SELECT company_id, beneficiary_id, name
      FROM ${COMPANY_SOURCE_SQL} CROSS JOIN unnest($2::text[], $3::text[]) AS given (beneficiary_id, name) ON CONFLICT DO NOTHING`,
      [this.companyId, [...names.keys()], [...names.values()]],
    )
  }

  async insertCheckpoint(note: string, signedAt: string): Promise<void> {
    const [origin, size = ''] = note.split('\n', 2)
    if (origin !== logOrigin(this.companyId) || !/^[1-9]\d{0,14}$/.test(size))
      throw new CannotImport('The file holds a checkpoint of another ledger')
    this.#signed = Math.max(this.#signed, Number(size))
    await this.#client.query(
      'INSERT INTO signed_checkpoints (company_id, size, note, signed_at) VALUES ($1, $2, $3, $4)',
      [this.companyId, Number(size), note, signedAt],
    )
  }

  async finish(): Promise<void> {
    const { events = this.events } = this.header
    const missing = Math.max(events, this.#signed) - this.events
    if (missing > 0) throw new CannotImport(`The file was to hold ${missing} events more: its end was cut off`)
    if (events !== this.events)
      throw new CannotImport(`The file says that it has ${events} events, and it has ${this.events}`)
    const accounts = [...this.#accounts.values()]
    if (accounts.length > 0) await this.#client.query(upsertAccounts(this.companyId, accounts))
    await this.#client.query(
      'UPDATE log_heads SET position = $2, hash = $3, recorded_at = $4, total_paise = $5 WHERE company_id = $1',
      [this.companyId, this.#end.position, this.#end.hash, this.#end.recordedAt || 'epoch', String(this.#totalPaise)],
    )
  }
}
