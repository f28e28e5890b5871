import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { type Entry, HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { rowIdOfBothSides, transactionRowSidesOf } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { AccountLedgerAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import { type DecodedPayload, decodePayload, type StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readVoucherNumbers } from '@ledger/projections/queries/transactions/voucher-numbers.ts'
import { findEventPositions } from '@ledger/projections/read-models/event-index.ts'
import type { Kysely } from 'kysely'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { type LogMoment, positionAt, type ReplayOptions, replayBalancesTo } from './balances-as-of.ts'

export interface AccountLedgerAsOfQuery {
  account: string
  moment: LogMoment
  /** The number of newest rows to skip; a moment never changes, so its pages do not change either. */
  skip: number
  limit: number
}

const POSITIONS_PER_PAGE = 1000

/** A row in memory during the fold: its content is read again from the event, for the rows of the page only. */
interface StatementLine {
  /**
   * The positions of the event with its content, and of the event that recorded it: the order among rows of one date.
   */
  position: number
  recorded: number
  revision: number
  date: string
  signedPaise: number
}

/**
 * Returns the ledger of an account at a moment: the entries in the form that they had then, the newest `date` first,
 * each with the balance after it; for people, head office and beneficiaries. Undefined for an id that did not exist
 * yet.
 */
export async function readAccountLedgerAsOf(
  db: Kysely<Database>,
  companyId: string,
  { account, moment, skip, limit }: AccountLedgerAsOfQuery,
  onProgress: NonNullable<ReplayOptions['onProgress']> = () => undefined,
): Promise<AccountLedgerAsOf | undefined> {
  const position = await positionAt(db, companyId, moment)
  const holder = (await replayBalancesTo(db, companyId, position, { onProgress })).account(account)
  if (!holder) return undefined
  const lines = new Map<string, StatementLine>()
  for await (const { page, upTo } of readAccountEvents(db, companyId, account, position)) {
    for (const event of page) applyToLines(lines, account, event)
    onProgress({ events: upTo, of: position })
  }
  const newestFirst = [...lines.values()].sort(
    (a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0) || b.recorded - a.recorded,
  )
  const received = sumOfDirection(newestFirst, 1)
  const spent = sumOfDirection(newestFirst, -1)
  const shown = newestFirst.slice(skip, skip + limit)
  let balance =
    received - spent - sumOfDirection(newestFirst.slice(0, skip), 1) + sumOfDirection(newestFirst.slice(0, skip), -1)
  const contents = new Map<number, LedgerRowAsOf>()
  const events = await readStoredEvents(db, companyId, { at: shown.map((line) => line.position) })
  for (const event of events) contents.set(event.position, toLedgerRow(event, account))
  const vouchers = await readVoucherNumbers(
    db,
    companyId,
    [...contents.values()].map((row) => rowIdOfBothSides(row.id)),
  )
  const rows = shown.map((line) => {
    const row = contents.get(line.position)
    if (!row) throw new Error(`The event at ${line.position} is gone`)
    const after = balance
    balance -= BigInt(line.signedPaise)
    const voucher = vouchers.get(rowIdOfBothSides(row.id)) ?? null
    return { ...row, voucher, revision: line.revision, position: line.position, balance: formatAmount(after) }
  })
  return {
    position,
    account: { id: account, ...holder },
    received: formatAmount(received),
    spent: formatAmount(spent),
    balance: formatAmount(received - spent),
    entries: newestFirst.length,
    rows,
    next: skip + limit < newestFirst.length ? skip + limit : null,
  }
}

/**
 * Yields the events of an account. The index of the auditors finds a person's events. For all other accounts it reads
 * the whole log: an event that changes one of their entries moves their money, or none at all.
 * @returns pages, and the position up to which the log was read
 */
async function* readAccountEvents(
  db: Kysely<Database>,
  companyId: string,
  account: string,
  upTo: number,
): AsyncGenerator<{ page: StoredEvent[]; upTo: number }> {
  if (!isUuid(account)) {
    for await (const page of readStoredEventPages(db, companyId, { upTo }))
      yield {
        page: page.filter((event) => event.postings()?.some((posting) => posting.account === account) ?? true),
        upTo: page.at(-1)?.position ?? upTo,
      }
    return
  }
  for (let after = 0; after < upTo; ) {
    const positions = await findEventPositions(db, companyId, { accountId: account, after }, POSITIONS_PER_PAGE)
    const last = positions.at(-1)
    if (last === undefined) return
    const page = await readStoredEvents(db, companyId, { at: positions.filter((position) => position <= upTo) })
    yield { page, upTo: Math.min(last, upTo) }
    after = last
  }
}

function applyToLines(lines: Map<string, StatementLine>, account: string, event: StoredEvent): void {
  const { type, data } = decodePayload(event)
  if (type === 'TransactionDeleted') lines.delete(data.transaction)
  const entry = toSidedEntry({ type, data } as DecodedPayload)
  if (!entry) return
  const side = entry.sides.find((side) => side.account === account)
  if (!side) lines.delete(entry.transaction)
  else {
    const { revision, transaction, content } = entry
    const signedPaise = side.type === 'credit' ? content.paise : -content.paise
    const { position } = event
    const recorded = lines.get(transaction)?.recorded ?? position
    lines.set(transaction, { position, recorded, revision, date: content.date, signedPaise })
  }
}

interface SidedEntry {
  transaction: string
  revision: number
  content: Entry
  sides: { account: string; type: 'credit' | 'debit'; rowId: string; party: string }[]
}

/**
 * Returns the entry that an event records or changes, with the side of every account: head office gives, a beneficiary
 * receives.
 */
function toSidedEntry(fact: DecodedPayload): SidedEntry | undefined {
  const { data } = fact
  const { after: content } = entryBeforeAndAfter(fact)
  if (!content || !('transaction' in data)) return undefined
  const { transaction } = data
  const revision = 'revision' in data ? data.revision : 1
  const sides: SidedEntry['sides'] = transactionRowSidesOf(transaction, content).map(
    ({ accountId, type, rowId, recipient }) => ({
      account: accountId,
      type,
      rowId,
      party: content.kind === 'credit' ? HEAD_OFFICE_ACCOUNT : recipient,
    }),
  )
  const other = { rowId: transaction, party: content.account.name }
  if (content.kind === 'credit') sides.push({ account: HEAD_OFFICE_ACCOUNT, type: 'debit', ...other })
  if (content.kind === 'debit') sides.push({ account: content.beneficiary.id, type: 'credit', ...other })
  return { transaction, revision, content, sides }
}

type LedgerRowAsOf = Omit<AccountLedgerAsOf['rows'][number], 'balance' | 'position' | 'revision' | 'voucher'>

function toLedgerRow(event: StoredEvent, account: string): LedgerRowAsOf {
  const entry = toSidedEntry(decodePayload(event))
  const side = entry?.sides.find((side) => side.account === account)
  if (!entry || !side) throw new Error(`The event at ${event.position} says nothing of ${account}`)
  const { date, paise, purpose, paymentMode, narration, reference, kind } = entry.content
  return {
    id: side.rowId,
    type: side.type,
    party: side.party,
    isTransfer: kind === 'transfer',
    date,
    amount: formatAmount(paise),
    purpose,
    paymentMode,
    narration,
    reference,
  }
}

/** Returns the sum of the lines of one direction, in paise. */
function sumOfDirection(lines: readonly StatementLine[], direction: 1 | -1): bigint {
  let sum = 0n
  for (const { signedPaise } of lines) if (Math.sign(signedPaise) === direction) sum += BigInt(Math.abs(signedPaise))
  return sum
}
