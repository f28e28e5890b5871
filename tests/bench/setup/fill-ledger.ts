import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { openPasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { StateAfterCommand } from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import { type AppendLog, openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { jsonAnswer } from '@ledger/ledger-service/http/command-handler.ts'
import { transactionResponse } from '@ledger/ledger-service/http/responses/transaction-response.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { benchmarkKeyDigest, newAppKeyDigest } from './idempotency-keys.ts'
import { type OpenedAccount, openAccounts } from './open-accounts.ts'
import type { BenchServer } from './postgres-server.ts'
import { BENCH_PASSWORD, BENCH_PEPPER } from './product-processes.ts'

const INCHARGES = 300
const SUPERVISORS = 60
const IN_FLIGHT = 1024
const OTHER_SIDE_USER = publicIdFor('site_incharge', '9100000000')
const SYSTEM_ASKER = { system: SYSTEM_ACTOR }
const DAYS = 3 * 365
const DAY_MS = 86_400_000
const DEFAULT_SHAPE: LedgerShape = { busyEvery: 15, beneficiaries: 5000 }
/** Occurs in one narration of `RARE_WORD_EVERY`. */
const RARE_WORD = 'Zirconia'
const RARE_WORD_EVERY = 50_000

const PURPOSES = [
  ...['Cement', 'Steel', 'Sand', 'Bricks', 'Labour', 'Diesel', 'Transport', 'Tools', 'Plumbing', 'Electrical', 'Paint'],
  ...[
    'Tiles',
    'Timber',
    'Hardware',
    'Water tanker',
    'Scaffolding',
    'Shuttering',
    'Food',
    'Rent',
    'Security',
    'Repairs',
  ],
  ...['सीमेंट', 'मज़दूरी', 'सरिया', 'रेत', 'ईंट', 'डीज़ल', 'किराया', 'पानी', 'चाय नाश्ता', 'Site office', 'Survey', 'Fees'],
]
const BENEFICIARY_FIRST_WORDS = [
  'Shri',
  'Maa',
  'New',
  'Jai',
  'Royal',
  'Balaji',
  'Patidar',
  'Sharma',
  'Gupta',
  'Verma',
  'श्री',
  'जय',
]
const BENEFICIARY_MIDDLE_WORDS = [
  'Ganesh',
  'Durga',
  'Krishna',
  'Malwa',
  'Narmada',
  'Vindhya',
  'Ambika',
  'Laxmi',
  'Mahakal',
  'Indore',
  'गणेश',
]
const BENEFICIARY_LAST_WORDS = [
  'Traders',
  'Steel',
  'Hardware',
  'Transport',
  'Builders',
  'Suppliers',
  'Cement Depot',
  'Electricals',
  'ट्रेडर्स',
]
const NARRATION_WORDS = [
  ...'bags OPC 53 grade rod 12mm truck load night shift slab column footing wall block plaster curing advance balance'.split(
    ' ',
  ),
  ...'weekly payment bill challan site gate tower basement terrace lift shaft repair hire crane mixer pump wire pipe'.split(
    ' ',
  ),
  ...'दीवार छत कॉलम बिल भुगतान साप्ताहिक मजदूर ट्रक पाइप मिस्त्री'.split(' '),
]

/** The accounts after a fill. All field accounts have the same password. */
export interface FilledLedger {
  companyId: string
  /** The numbers of all incharges, the busy one first. */
  mobiles: string[]
  busy: OpenedAccount
  other: OpenedAccount
  /** The id of an expense of the busy account. */
  expense: string
}

/** How the entries are spread; always the same for a kind. */
export interface LedgerShape {
  /** One entry of this many belongs to the first incharge, so one account has a history of its own size. */
  busyEvery: number
  beneficiaries: number
}

/** Returns a generator of pseudo-random numbers that are the same in each run (mulberry32). */
function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Returns the books that an earlier run left in a kept folder, or new ones. Read models that were added since are
 * built.
 */
export async function openFilledLedger(
  server: BenchServer,
  kind: string,
  entries: number,
  shape: Partial<LedgerShape> = {},
): Promise<{ databaseUrl: string; filled: FilledLedger }> {
  const [name, note] = [`${kind}_${entries}`, join(server.folder, `${kind}_${entries}.json`)]
  if (existsSync(note)) {
    const databaseUrl = await server.ledger(name, true)
    const filled: FilledLedger = JSON.parse(readFileSync(note, 'utf8'))
    await projectToEnd(databaseUrl, filled.companyId)
    return { databaseUrl, filled }
  }
  const databaseUrl = await server.ledger(name)
  const filled = await fillDatabase(databaseUrl, { entries, ...DEFAULT_SHAPE, ...shape })
  writeFileSync(note, JSON.stringify(filled))
  return { databaseUrl, filled }
}

/**
 * Creates the books of a company after three years, with the given number of entries: commands append to the log, and
 * the read models are built from it. 82 of 100 entries are expenses, 9 money from head office, 5 transfers, 3 edits and
 * 1 a deletion; text is English and Hindi.
 */
async function fillDatabase(databaseUrl: string, size: FillSize): Promise<FilledLedger> {
  const pool = poolOf(databaseUrl)
  try {
    const companyId = await ensureFirstCompany(pool, 'Bench')
    await projectToEnd(databaseUrl, companyId)
    const clock = () => new Date().toISOString()
    const log = openAppendLog({
      databaseUrl,
      companyId,
      clock,
      notifyAppended: () => undefined,
      onError: rethrowFillError,
    })
    // If a command is refused, the log is closed first, so that the error is the refusal and not a lost connection of
    // the commands in flight.
    const filled = await fillLog(log, companyId, size).finally(() => log.close())
    await rebuildProjections({ databaseUrl, companyId, projections: PROJECTIONS, onError: rethrowFillError })
    await projectToEnd(databaseUrl, companyId)
    await pool.query('VACUUM ANALYZE')
    return filled
  } finally {
    await pool.end()
  }
}

/** Brings every read model to the end of the log. */
export async function projectToEnd(databaseUrl: string, companyId: string): Promise<void> {
  const db = kyselyOverPool(poolOf(databaseUrl))
  await catchUp({ db, companyId, onStopped: (name) => rethrowFillError(new Error(`${name} stopped`)) })
  await db.destroy()
}

function rethrowFillError(error: Error): never {
  throw error
}

const poolOf = (databaseUrl: string) =>
  connectPool(databaseUrl, { name: 'bench fill', max: 2, onError: rethrowFillError, options: '-c statement_timeout=0' })

interface FillSize extends LedgerShape {
  entries: number
}

async function fillLog(log: AppendLog, companyId: string, { entries, ...shape }: FillSize): Promise<FilledLedger> {
  const passwordHash = await openPasswordHasher(Buffer.from(BENCH_PEPPER)).hash(BENCH_PASSWORD)
  const given = { passwordHash, firstMobile: 9_100_000_000 }
  const incharges = await openAccounts(log, companyId, { ...given, count: INCHARGES })
  const supervisors = await openAccounts(log, companyId, {
    ...given,
    count: SUPERVISORS,
    role: 'supervisor',
    firstMobile: 9_200_000_000,
  })
  const writer = new TransactionGenerator(incharges, supervisors, shape)
  // Enough money for the busy account of five million entries.
  for (const to of incharges) await submit(log, writer.credit(to, 0, 900_000_000_00))
  let next = incharges.length
  const loops = Array.from({ length: IN_FLIGHT }, async () => {
    while (next < entries) {
      const { command, recorded } = writer.command(next, next++ / entries)
      await submit(log, command)
      if (recorded) writer.recorded(recorded)
    }
  })
  await Promise.all(loops)
  const [busy, other] = incharges
  if (!busy || !other) throw new RangeError('There are no accounts')
  const expense = writer.lastOf(busy)
  return { companyId, mobiles: incharges.map(({ mobile }) => mobile), busy, other, expense }
}

async function submit(log: AppendLog, command: Command): Promise<void> {
  const { status, body } = await log.submit({
    command,
    meta: {},
    key: { digest: newAppKeyDigest(), bodyDigest: benchmarkKeyDigest(command.type) },
    answer: (after) => jsonAnswer(201, answerBody(command, after)),
  })
  // Two commands in flight may change the same entry.
  if (status !== 201 && status !== 409) throw new Error(`${command.type} was answered ${status}: ${body}`)
}

/** Returns the answer that the API would send, except that every account has the same public id. */
function answerBody(command: Command, after: StateAfterCommand): object {
  if (command.type === 'DeleteTransaction') return {}
  const transaction = 'row' in command ? command.row.transaction : 'transaction' in command ? command.transaction : ''
  return transactionResponse(after, { transaction, side: 'own', userId: OTHER_SIDE_USER, recordedBy: OTHER_SIDE_USER })
}

interface EnteredTransaction {
  transaction: string
  by: OpenedAccount
}

/** Creates the commands one after the other, each dated by its place among all of them. */
class TransactionGenerator {
  readonly #random = seededNumbers(7)
  readonly #incharges: OpenedAccount[]
  readonly #supervisors: OpenedAccount[]
  readonly #beneficiaries: string[]
  readonly #recent: EnteredTransaction[] = []
  readonly #last = new Map<string, string>()
  readonly #begun = Date.now() - DAYS * DAY_MS
  readonly #busyEvery: number

  constructor(incharges: OpenedAccount[], supervisors: OpenedAccount[], shape: LedgerShape) {
    this.#busyEvery = shape.busyEvery
    this.#incharges = incharges
    this.#supervisors = supervisors
    this.#beneficiaries = Array.from({ length: shape.beneficiaries }, (_, index) =>
      [
        this.#of(BENEFICIARY_FIRST_WORDS),
        this.#of(BENEFICIARY_MIDDLE_WORDS),
        this.#of(BENEFICIARY_LAST_WORDS),
        index,
      ].join(' '),
    )
  }

  credit(to: OpenedAccount, at: number, paise: number): Command {
    const details = { ...this.#details(0, at), paise }
    return { type: 'SendMoney', transaction: randomUUIDv7(), to: to.id, details, ...this.#by(SYSTEM_ASKER) }
  }

  command(index: number, at: number): { command: Command; recorded?: EnteredTransaction } {
    const kind = this.#random() * 100
    const who = index % this.#busyEvery === 0 ? this.#incharges[0] : this.#of(this.#incharges)
    if (!who) throw new RangeError('There is no such account')
    if (kind < 9) return { command: this.credit(who, at, Math.round(this.#random() * 50_000_000)) }
    if (kind < 14) return { command: this.#transfer(who, at) }
    const changed = kind < 18 ? this.#recent.shift() : undefined
    if (changed) return { command: this.#change(changed, kind < 15) }
    const transaction = randomUUIDv7()
    const beneficiary = this.#beneficiaries[Math.floor(this.#beneficiaries.length * this.#random() ** 2)] ?? ''
    const details = this.#details(index, at)
    const command = { type: 'RecordExpense', transaction, beneficiary, details, ...this.#by(who) } as const
    return { command, recorded: { transaction, by: who } }
  }

  recorded(entry: EnteredTransaction): void {
    this.#last.set(entry.by.id, entry.transaction)
    if (this.#recent.length < 1000) this.#recent.push(entry)
  }

  /** Returns the last expense of an account, which may have been changed since. */
  lastOf({ id }: OpenedAccount): string {
    return this.#last.get(id) ?? ''
  }

  #transfer(who: OpenedAccount, at: number): Command {
    const to = this.#of(this.#supervisors)?.id ?? ''
    const details = { ...this.#details(1, at), paise: 1 + Math.round(this.#random() * 500_000) }
    return { type: 'TransferMoney', transaction: randomUUIDv7(), to, details, ...this.#by(who) }
  }

  #change({ transaction, by }: EnteredTransaction, isDeletion: boolean): Command {
    const row = { row: { transaction, side: 'own' }, desk: 'field', ...this.#by(by) } as const
    const paise = this.#paise()
    return isDeletion
      ? { type: 'DeleteTransaction', ...row }
      : { type: 'EditTransaction', changes: { paise, purpose: this.#of(PURPOSES) ?? '' }, ...row }
  }

  #details(index: number, at: number) {
    const jitter = this.#random() * 3 * DAY_MS
    const date = new Date(Math.min(Date.now(), this.#begun + at * DAYS * DAY_MS + jitter)).toISOString()
    const words = Array.from({ length: 3 + Math.floor(this.#random() * 5) }, () => this.#of(NARRATION_WORDS))
    if (index % RARE_WORD_EVERY === RARE_WORD_EVERY - 1) words.push(RARE_WORD)
    const narration = `${words.join(' ')} no. ${Math.floor(this.#random() * 1_000_000)}`
    const paymentMode = PAYMENT_MODES[Math.floor(PAYMENT_MODES.length * this.#random() ** 2)] ?? 'cash'
    const purpose = PURPOSES[Math.floor(PURPOSES.length * this.#random() ** 2)] ?? ''
    return { paise: this.#paise(), date, purpose, paymentMode, narration }
  }

  /** Returns an amount: most are small, a few large. */
  #paise(): number {
    return 1000 + Math.floor(10 ** (2 + this.#random() * 5.5))
  }
  #by(who: { id: string; epoch: number } | typeof SYSTEM_ASKER) {
    return { by: 'system' in who ? who : { account: who.id, epoch: who.epoch }, now: new Date().toISOString() }
  }
  #of<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.#random() * values.length)]
  }
}
