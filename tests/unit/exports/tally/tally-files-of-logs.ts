import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import {
  type Entry,
  HEAD_OFFICE_ACCOUNT,
  type LedgerEvent,
  type NewEvent,
} from '@ledger/contracts/events/event-schemas.ts'
import { postingsOf } from '@ledger/ledger-service/domain/money/postings.ts'
import { type EarlierTallyFile, type TallyBook, TallyFold } from '@ledger/ledger-service/exports/tally/tally-fold.ts'
import { TALLY_LAYOUT } from '@ledger/ledger-service/exports/tally/tally-layout-version.ts'
import { tallyXml } from '@ledger/ledger-service/exports/tally/tally-xml.ts'
import { foldByLedger, type ParsedTallyFile } from '../../../environment/files/parse-tally-file.ts'

/** Files for Tally of logs in memory, and the trial balance that they must equal. */

export const wholeTime = { from: '2000-01-01', to: '2999-12-31' }

export function bookOf(
  events: readonly LedgerEvent[],
  period: { from: Day; to: Day } = wholeTime,
  earlier: EarlierTallyFile[] = [],
  layout = TALLY_LAYOUT,
): TallyBook {
  const fold = new TallyFold(period, earlier, layout)
  for (const event of events) fold.apply(event)
  return fold.book()
}

export const xmlOf = (book: TallyBook) => [...tallyXml(book)].join('')

/** Returns an event that gives every beneficiary a ledger of its id, so that ledgers are accounts one to one. */
export function everyPartyMapped(events: readonly LedgerEvent[]): LedgerEvent {
  const parties = new Map<string, string>()
  for (const { data } of events)
    if ('postings' in data)
      for (const { account } of data.postings) if (account.startsWith('b:')) parties.set(account, account)
  const lines = [...parties.keys()].map((id, index) => ({
    ...{ kind: 'party' as const, id, name: id, before: null },
    after: { ledger: `Party ${index}`, group: 'Sundry Creditors' as const },
  }))
  const event: NewEvent = { type: 'TallyMapChanged', data: { lines, defaults: { before: true, after: true } } }
  const last = events.at(-1)
  if (!last) throw new Error('A log has events')
  return { ...last, ...event, position: last.position + 1 }
}

/** Returns received and spent of every account in a period, of the entries that stand, without code of the export. */
export function trialBalanceOf(events: readonly LedgerEvent[], { from, to }: { from: Day; to: Day } = wholeTime) {
  const standing = new Map<string, Entry>()
  for (const event of events) {
    if (!('transaction' in event.data) || !('postings' in event.data)) continue
    const { after } = entryBeforeAndAfter(event)
    if (after) standing.set(event.data.transaction, after)
    else standing.delete(event.data.transaction)
  }
  const sums = new Map<string, { received: number; spent: number }>()
  const isInPeriod = ({ date }: Entry) => dayOf(date) >= from && dayOf(date) <= to
  for (const entry of standing.values()) {
    if (!isInPeriod(entry)) continue
    for (const { account, side, paise } of postingsOf(entry)) {
      const sum = sums.get(account) ?? { received: 0, spent: 0 }
      sum[side] += paise
      sums.set(account, sum)
    }
  }
  return sums
}

/** Returns received and spent of every account, as the vouchers of a file, or of several in Tally, add up. */
export function accountsInTally(book: TallyBook, file: Pick<ParsedTallyFile, 'vouchers'>) {
  const accounts = new Map<string, string>()
  for (const { kind, id, ledger } of book.lines) {
    if (ledger === null || (kind !== 'person' && kind !== 'party' && kind !== 'mode')) continue
    accounts.set(ledger, kind === 'mode' ? HEAD_OFFICE_ACCOUNT : id)
  }
  const sums = new Map<string, { received: number; spent: number }>()
  for (const [ledger, { debit, credit }] of foldByLedger(file)) {
    const account = accounts.get(ledger)
    if (account === undefined) throw new Error(`${ledger} is no account`)
    const sum = sums.get(account) ?? { received: 0, spent: 0 }
    sums.set(account, { received: sum.received + debit, spent: sum.spent + credit })
  }
  return sums
}
